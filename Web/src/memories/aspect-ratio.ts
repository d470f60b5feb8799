const defaultRatio = 16 / 9;

/** Width by height of an image at an address; 16:9 without an address (a video) or where the browser can't decode it. */
export async function aspectRatio(address: string | null): Promise<number> {
  if (address === null) return defaultRatio;
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return image.naturalWidth / Math.max(1, image.naturalHeight);
  } catch {
    return defaultRatio;
  }
}
