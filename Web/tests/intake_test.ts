import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { fileExtension, isJunk, type PickedFile, planUploads, titleOf } from "../src/uploads/intake.ts";

function file(path: string, content = "x"): PickedFile {
  return { path, file: new File([content], path.split("/").at(-1)!) };
}

Deno.test("each model and archive is sent by itself, each folder as one tar", () => {
  const { uploads, refusals } = planUploads([
    file("chair.PLY"),
    file("office/rgb/1.jpg"),
    file("office/depth/1.png"),
    file("flat.zip"),
    file("attic/transforms.json"),
  ]);
  deepStrictEqual(uploads.map(({ name, fileName, files }) => [name, fileName, files]), [
    ["Chair", "chair.PLY", 1],
    ["Flat", "flat.zip", 1],
    ["Office", "office.tar", 2],
    ["Attic", "attic.tar", 1],
  ]);
  deepStrictEqual(refusals, []);
  strictEqual(uploads[2]!.body().size, 2 * 1024 + 1024);
});

Deno.test("what is no scan is refused by name, and told what would be one", () => {
  const { uploads, refusals } = planUploads([file("notes.txt"), file("empty.ply", "")], ["void"]);
  strictEqual(uploads.length, 0);
  ok(refusals[0]!.startsWith("void is an empty folder"));
  ok(refusals[1]!.includes("notes.txt") && refusals[1]!.includes("glb, usdz, obj, ply"));
  ok(refusals[2]!.startsWith("empty.ply is empty"));
});

Deno.test("what operating systems leave behind is not sent", () => {
  ok(isJunk("office/.DS_Store") && isJunk("office/._1.png") && isJunk("__MACOSX/a") && isJunk("a/Thumbs.db"));
  ok(!isJunk("office/.config/a") && !isJunk("office/1.png"));
  const { uploads } = planUploads([file("office/.DS_Store"), file("office/1.png")]);
  strictEqual(uploads[0]!.files, 1);
});

Deno.test("names to begin with come from the file's", () => {
  strictEqual(titleOf("living_room-2.ply"), "Living room 2");
  strictEqual(titleOf("rgbd-office.hololens"), "Rgbd office.hololens");
  strictEqual(titleOf("_.glb"), "Untitled");
  strictEqual(titleOf("flat.tar.gz"), "Flat");
  strictEqual(fileExtension("flat.TAR.gz"), "tar.gz");
  strictEqual(fileExtension("README"), "");
  strictEqual(fileExtension("a.b.GLB"), "glb");
  strictEqual(fileExtension(".glb"), "");
});

Deno.test("photos that are chosen together are one scan; too few are refused", () => {
  const choices = { mode: "object", texture: true, splats: true, keep: false } as const;
  const photos = ["a.jpg", "b.HEIC", "c.png"].map((name) => file(name));
  const { uploads, refusals } = planUploads([...photos, file("walk.mp4")], [], choices);
  deepStrictEqual(uploads.map(({ fileName, files, splats }) => [fileName, files, splats]), [
    ["walk.mp4", 1, true],
    ["Photos.tar", 3, true],
  ]);
  deepStrictEqual(refusals, []);
  const few = planUploads(photos.slice(0, 2));
  strictEqual(few.uploads.length, 0);
  ok(few.refusals.length === 2 && few.refusals[0]!.includes("all photos of the place"));
});

Deno.test("RoomPlan's JSON and USDZ that are dropped together are one space", () => {
  const facts = (picked: PickedFile[]): unknown =>
    planUploads(picked).uploads.map(({ name, fileName, files }) => [name, fileName, files]);
  deepStrictEqual(facts([file("Room.usdz"), file("kitchen.json")]), [["Kitchen", "kitchen.tar", 2]]);
  deepStrictEqual(facts([file("a.json"), file("b.usdz"), file("A.usdz"), file("chair.ply")]), [
    ["A", "a.tar", 2],
    ["B", "b.usdz", 1],
    ["Chair", "chair.ply", 1],
  ]);
  deepStrictEqual(facts([file("a.json"), file("b.json"), file("c.usdz")]), [
    ["A", "a.json", 1],
    ["B", "b.json", 1],
    ["C", "c.usdz", 1],
  ]);
});
