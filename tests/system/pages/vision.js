// SPDX-License-Identifier: MIT
// The least distance of two colours of series, in CIELAB, to eyes that have all cones and to those that lack one kind: the
// matrices of Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
(() => {
  const eyes = {
    all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  };
  const linear = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const times = (matrix, colour) => matrix.map((row) => row.reduce((sum, one, i) => sum + one * colour[i], 0));
  const root = (t) => t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
  const lab = (colour) => {
    const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]],
      colour.map((part) => Math.min(1, Math.max(0, part))));
    const [a, b, c] = [root(x / 0.9505), root(y), root(z / 1.089)];
    return [116 * b - 16, 500 * (a - b), 200 * (b - c)];
  };
  const style = getComputedStyle(document.documentElement);
  const series = Array.from({length: 8}, (_, i) =>
    style.getPropertyValue('--series-' + i).match(/[0-9a-f]{2}/gi).map((part) => linear(parseInt(part, 16))));
  return Object.fromEntries(Object.entries(eyes).map(([name, matrix]) => {
    const seen = series.map((colour) => lab(times(matrix, colour)));
    return [name, Math.min(...seen.flatMap((a, i) => seen.slice(0, i).map((b) => Math.hypot(...a.map((x, k) => x - b[k])))))];
  }));
})()
