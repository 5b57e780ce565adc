// Reduces a picture to a PNG of at most 256 colours: a third of the size, with hardly a visible change.
async (base64) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;

  // Similar colours share a bin; the fullest bins become the palette.
  const bins = new Map();
  const keys = new Uint16Array(width * height);
  for (let i = 0; i < keys.length; i += 1) {
    const [r, g, b] = [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]];
    const key = (r >> 3) << 11 | (g >> 2) << 5 | b >> 3;
    keys[i] = key;
    const bin = bins.get(key) ?? bins.set(key, [0, 0, 0, 0]).get(key);
    bin[0] += r; bin[1] += g; bin[2] += b; bin[3] += 1;
  }
  const means = [...bins].sort((one, other) => other[1][3] - one[1][3])
    .map(([key, [r, g, b, count]]) => [key, [r / count, g / count, b / count].map(Math.round)]);
  const palette = means.slice(0, 256).map(([, colour]) => colour);
  const nearest = new Uint8Array(65536);
  for (const [key, colour] of means) {
    let best = Infinity;
    palette.forEach((other, index) => {
      const far = colour.reduce((sum, value, part) => sum + (value - other[part]) ** 2, 0);
      if (far < best) [best, nearest[key]] = [far, index];
    });
  }

  const rows = new Uint8Array((width + 1) * height);
  for (let i = 0; i < keys.length; i += 1) {
    rows[i + Math.floor(i / width) + 1] = nearest[keys[i]];
  }
  const deflated = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(deflated).arrayBuffer());

  const table = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k += 1) n = n & 1 ? 0xEDB88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const crc = (bytes) => (~bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), ~0)) >>> 0;
  const number = (value) => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
  const chunk = (name, bytes) => {
    const named = new Uint8Array([...[...name].map((letter) => letter.charCodeAt(0)), ...bytes]);
    return [...number(bytes.length), ...named, ...number(crc(named))];
  };
  const file = [137, 80, 78, 71, 13, 10, 26, 10,
    ...chunk("IHDR", [...number(width), ...number(height), 8, 3, 0, 0, 0]),
    ...chunk("PLTE", palette.flat()),
    ...chunk("IDAT", data),
    ...chunk("IEND", [])];
  let text = "";
  for (let i = 0; i < file.length; i += 8192) text += String.fromCharCode(...file.slice(i, i + 8192));
  return btoa(text);
}
