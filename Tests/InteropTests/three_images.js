// Models as the loaders of three.js read them, drawn without light: driven by three_images.py.
//
// glTF is read by the three.js that the web client has; the other formats by the three.js of Debian (libjs-three), which has all
// loaders. Both draw with one shader, which shows the base colour or the normal.

const LIBRARIES = { gltf: "three", glb: "three" };
// Colours of these are linear; those of the other formats are sRGB.
const LINEAR = new Set(["gltf", "glb"]);

// Debian leaves out the minified libraries that two loaders use: the server inflates and unzips instead.
function bytes(request) {
  const text = request.responseText;
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i) & 255;
  return out;
}

function fetched(method, address, body) {
  const request = new XMLHttpRequest();
  request.open(method, address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send(body);
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
  return bytes(request);
}

globalThis.Zlib = {
  Inflate: class {
    constructor(data) {
      this.data = data;
    }
    decompress() {
      return fetched("POST", "/inflate", this.data);
    }
  },
};

globalThis.JSZip = class {
  constructor(data) {
    const names = JSON.parse(new TextDecoder().decode(fetched("POST", "/unzip", data)));
    this.files = {};
    for (const [name, content] of Object.entries(names)) {
      this.files[name] = { asArrayBuffer: () => Uint8Array.from(atob(content), (c) => c.charCodeAt(0)).buffer };
    }
  }
  file(name) {
    return this.files[name.replace(/^\//, "")];
  }
};

const OLD = "/three-old/examples/jsm/loaders";
const READERS = {
  glb: async (url) => (await load((await import("/three/addons/loaders/GLTFLoader.js")).GLTFLoader, url)).scene,
  dae: async (url) => (await load((await import(`${OLD}/ColladaLoader.js`)).ColladaLoader, url)).scene,
  fbx: async (url) => await load((await import(`${OLD}/FBXLoader.js`)).FBXLoader, url),
  "3mf": async (url) => await load((await import(`${OLD}/3MFLoader.js`)).ThreeMFLoader, url),
  "3ds": async (url) => {
    const { TDSLoader } = await import(`${OLD}/TDSLoader.js`);
    const loader = new TDSLoader();
    loader.setResourcePath(url.replace(/[^/]*$/, ""));
    return await read(loader, url);
  },
  obj: async (url) => {
    const { OBJLoader } = await import(`${OLD}/OBJLoader.js`);
    const { MTLLoader } = await import(`${OLD}/MTLLoader.js`);
    const loader = new OBJLoader();
    const text = await (await fetch(url)).text();
    const library = /^mtllib\s+(.*\S)/m.exec(text);
    if (library) {
      const folder = url.replace(/[^/]*$/, "");
      const materials = new MTLLoader().setPath(folder).setResourcePath(folder);
      try {
        const found = await read(materials, encodeURI(library[1]));
        found.preload();
        loader.setMaterials(found);
      } catch {
        // Without its materials an OBJ is read, too.
      }
    }
    return loader.parse(text);
  },
  stl: async (url) => shape(await load((await import(`${OLD}/STLLoader.js`)).STLLoader, url)),
  ply: async (url) => shape(await load((await import(`${OLD}/PLYLoader.js`)).PLYLoader, url)),
};
READERS.gltf = READERS.glb;

const read = (loader, url) => new Promise((done, failed) => loader.load(url, done, undefined, failed));
const load = (Loader, url) => read(new Loader(), url);
let THREE;
const shape = (geometry) => new THREE.Mesh(geometry, new THREE.MeshBasicMaterial());

const VERTEX = `
  #include <common>
  #include <morphtarget_pars_vertex>
  #include <skinning_pars_vertex>
  varying vec3 vWorld;
  varying vec3 vNormalOut;
  varying vec2 vTexture;
  #ifdef HAS_COLORS
    attribute COLOR_TYPE color;
    varying vec3 vTint;
  #endif
  uniform mat3 textureMatrix;
  void main() {
    #ifdef HAS_COLORS
      vTint = color.rgb;
    #endif
    #ifdef HAS_MAP
      vTexture = (textureMatrix * vec3(MAP_UV, 1.0)).xy;
    #endif
    #include <beginnormal_vertex>
    #include <morphnormal_vertex>
    #include <skinbase_vertex>
    #include <skinnormal_vertex>
    #include <begin_vertex>
    #include <morphtarget_vertex>
    #include <skinning_vertex>
    vNormalOut = inverseTransformDirection(normalMatrix * objectNormal, viewMatrix);
    vec4 world = modelMatrix * vec4(transformed, 1.0);
    vWorld = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

const FRAGMENT = `
  varying vec3 vWorld;
  varying vec3 vNormalOut;
  varying vec2 vTexture;
  #ifdef HAS_COLORS
    varying vec3 vTint;
  #endif
  uniform vec3 tint;
  uniform sampler2D map;
  vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
  vec3 encoded(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
  }
  #ifdef IS_LINEAR
    #define DECODED(c) (c)
  #else
    #define DECODED(c) linear(c)
  #endif
  void main() {
    #ifdef SHOW_NORMALS
      #ifdef HAS_NORMALS
        vec3 n = normalize(vNormalOut);
      #else
        vec3 n = normalize(cross(dFdx(vWorld), dFdy(vWorld)));
      #endif
      if (dot(n, cameraPosition - vWorld) < 0.0) n = -n;
      gl_FragColor = vec4(n * 0.5 + 0.5, 1.0);
    #else
      vec3 c = tint;
      #ifdef HAS_MAP
        c *= DECODED(texture2D(map, vTexture).rgb);
      #endif
      #ifdef HAS_COLORS
        c *= DECODED(vTint);
      #endif
      gl_FragColor = vec4(encoded(c), 1.0);
    #endif
  }`;

function shader(mesh, material, format, show, plain) {
  const { attributes, morphAttributes = {} } = mesh.geometry;
  const map = !plain && material.map?.image?.width ? material.map : null;
  if (map) map.updateMatrix();
  const channel = map?.channel ? `uv${map.channel}` : "uv";
  const declared = (material.color ?? new THREE.Color(1, 1, 1)).toArray();
  const decode = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const tint = plain ?? (LINEAR.has(format) ? declared : declared.map(decode));
  const defines = {};
  if (attributes.color && !plain) {
    defines.HAS_COLORS = "";
    defines.COLOR_TYPE = `vec${attributes.color.itemSize}`;
  }
  if (attributes.normal) defines.HAS_NORMALS = "";
  if (LINEAR.has(format)) defines.IS_LINEAR = "";
  if (show === "normals") defines.SHOW_NORMALS = "";
  if (map && attributes[channel]) {
    defines.HAS_MAP = "";
    defines.MAP_UV = channel;
  }
  const options = {
    defines,
    uniforms: {
      tint: { value: new THREE.Vector3(...tint) },
      map: { value: map },
      textureMatrix: { value: map ? map.matrix : new THREE.Matrix3() },
    },
    vertexShader: (channel !== "uv" ? `attribute vec2 ${channel};` : "") + VERTEX,
    fragmentShader: FRAGMENT,
    side: THREE.DoubleSide,
  };
  if (Number(THREE.REVISION) < 140) {
    options.skinning = mesh.isSkinnedMesh === true;
    options.morphTargets = (morphAttributes.position ?? []).length > 0;
    options.morphNormals = options.morphTargets && (morphAttributes.normal ?? []).length > 0;
  }
  return new THREE.ShaderMaterial(options);
}

let model, holder, format, originals;
const renderers = {};
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Reads a file; answers the box around it in metres, y up, how many triangles there are, and which images are missing.
async function open(file) {
  format = file.format;
  const library = LIBRARIES[format] ?? "three-old";
  THREE = await import(library === "three" ? "/three/three.module.js" : "/three-old/build/three.module.js");
  const manager = THREE.DefaultLoadingManager;
  const missing = [];
  let waiting = 0;
  manager.onStart = (_, loaded, total) => waiting = total - loaded;
  manager.onProgress = (_, loaded, total) => waiting = total - loaded;
  manager.onError = (url) => missing.push(url);
  model = await READERS[format](file.url);
  for (let i = 0; i < 400 && waiting > 0; i++) await pause(20);
  if (waiting > 0) throw new Error(`${file.url}: ${waiting} images do not arrive`);
  const frame = new THREE.Group();
  if (file.up === "z") frame.rotation.x = -Math.PI / 2;
  frame.scale.setScalar(file.unit);
  frame.add(model);
  holder = new THREE.Scene();
  holder.add(frame);
  holder.updateMatrixWorld(true);
  originals = new Map();
  const box = new THREE.Box3();
  let triangles = 0;
  holder.traverse((mesh) => {
    if (!mesh.isMesh) {
      if (mesh.isLine || mesh.isPoints) mesh.visible = false;
      return;
    }
    mesh.frustumCulled = false;
    originals.set(mesh, mesh.material);
    if (mesh.isSkinnedMesh) mesh.skeleton.update();
    const { index, attributes } = mesh.geometry;
    triangles += (index ?? attributes.position).count / 3;
    const p = new THREE.Vector3();
    const place = mesh.isSkinnedMesh ? mesh.applyBoneTransform ?? mesh.boneTransform : null;
    for (let i = 0; i < attributes.position.count; i++) {
      p.fromBufferAttribute(attributes.position, i);
      if (place) place.call(mesh, i, p);
      box.expandByPoint(p.applyMatrix4(mesh.matrixWorld));
    }
  });
  return { box: [box.min.toArray(), box.max.toArray()], triangles, missing };
}

function rendererOf(view) {
  const library = `${THREE.REVISION} ${view.width}x${view.height}`;
  if (!renderers[library]) {
    const canvas = document.createElement("canvas");
    const attributes = { antialias: false, alpha: true, preserveDrawingBuffer: true };
    const context = canvas.getContext("webgl2", attributes);
    const renderer = new THREE.WebGLRenderer({ canvas, context, ...attributes });
    renderer.setPixelRatio(1);
    renderer.setSize(view.width, view.height, false);
    renderer.setClearColor(0x000000, 0);
    renderers[library] = { renderer, context };
  }
  return renderers[library];
}

// Draws what was opened, once for each of `view.shows`; answers rows of red, green, blue, alpha from below, as base64. Alpha is 0
// beside the model.
function draw(view) {
  const { renderer, context } = rendererOf(view);
  const distance = Math.hypot(...view.eye.map((v, k) => v - view.target[k]));
  const camera = new THREE.PerspectiveCamera(view.fieldOfView, view.width / view.height, distance * 0.01, distance * 10);
  camera.position.set(...view.eye);
  camera.lookAt(...view.target);
  camera.updateMatrixWorld(true);
  return view.shows.map((show) => {
    for (const [mesh, material] of originals) {
      const replaced = [material].flat().map((one) => shader(mesh, one, format, show, view.plain));
      mesh.material = Array.isArray(material) ? replaced : replaced[0];
    }
    renderer.render(holder, camera);
    const pixels = new Uint8Array(view.width * view.height * 4);
    context.readPixels(0, 0, view.width, view.height, context.RGBA, context.UNSIGNED_BYTE, pixels);
    const error = context.getError();
    if (error) throw new Error(`WebGL reports the error ${error}`);
    let text = "";
    for (let i = 0; i < pixels.length; i += 32768) text += String.fromCharCode(...pixels.subarray(i, i + 32768));
    return btoa(text);
  });
}

globalThis.images = { open, draw };
