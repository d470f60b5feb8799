/** The limits of values that the server accepts (docs/openapi.yaml). */
export const limits = {
  /** Characters. */
  title: 200,
  text: 20_000,
  tag: 100,
  tags: 100,
  alternative: 2000,
  transcript: 100_000,
  search: 1000,
  personName: 100,
  linkName: 200,
  password: 800,
  mediaBytes: { photo: 50 << 20, audio: 200 << 20, video: 2 * 2 ** 30 },
};
