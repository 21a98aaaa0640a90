// SPDX-License-Identifier: MIT
// Paints a Gantt chart pixel by pixel: nothing is smoothed, so that nothing is invented and nothing vanishes.
'use strict';
(() => {
  const {gantt} = malha;
  const rgb = (text) => {
    const digits = text.replace('#', '');
    return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
  };
  const mix = (a, b, share) => a.map((value, i) => Math.round(value + (b[i] - value) * share));
  const word = ([r, g, b]) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;

  // Colours of the page, and tables of what they are mixed to. `steps` of paleness.
  const steps = 32;
  gantt.palette = (names) => {
    const ground = rgb(malha.colour('--ground')), ink = rgb(malha.colour('--ink'));
    const shades = (name) => {
      const full = rgb(malha.colour(name));
      return Uint32Array.from({length: steps + 1}, (_, i) =>
        word(mix(ground, full, i === steps ? 1 : 0.25 + 0.6 * i / steps)));
    };
    return {
      ground: word(ground), ink: word(ink), down: word(mix(ground, ink, 0.45)),
      hole: word(mix(ground, ink, 0.06)), colours: names.map(shades), mixed: shades('--faint'),
    };
  };

  // The colour of a pixel. Killed runs have stripes of ink down to the right, attempts in vain stripes of ground up to
  // the right, outages a grid of dots.
  const pixelOf = (row, palette, x, y) => {
    if (!row.there[x]) return row.down[x] ? ((x + y) % 3 === 0 ? palette.down : palette.hole) : 0;
    const share = row.cover[x] >= 0.999 ? steps : Math.min(steps - 1, Math.floor(row.cover[x] * steps));
    const shades = row.colour[x] < 0 ? palette.mixed : palette.colours[row.colour[x] % palette.colours.length];
    if (row.kind[x] === 1 && (x - y + 6000) % 6 < 2) return palette.ink;
    if (row.kind[x] === 2 && (x + y) % 6 < 3) return palette.ground;
    if (row.edge[x]) return palette.ink;
    return shades[share];
  };

  gantt.paintRow = (pixels, width, row, palette, top, bottom) => {
    for (let y = top; y < bottom; ++y)
      for (let x = 0; x < width; ++x) {
        const colour = pixelOf(row, palette, x, y);
        if (colour) pixels[y * width + x] = colour;
      }
  };

  // Paints the lanes of a view into pixels. Returns how many runs of each kind are in it, and the time that is covered,
  // in s times lanes.
  gantt.paint = (chart, view, pixels, width, height, palette) => {
    const {lanes, runs, kinds, colours, outages} = chart;
    pixels.fill(palette.ground);
    const seen = new Uint8Array(kinds.length);
    const scale = width / (view.to - view.from), tall = height / (view.bottom - view.top);
    const row = gantt.row(width);
    let covered = 0;
    const addLane = (lane, weight) => {
      for (const outage of outages[lane.resource])
        for (let x = Math.max(0, Math.floor((outage.start - view.from) * scale));
          x < Math.min(width, (outage.end - view.from) * scale); ++x) row.down[x] = 1;
      for (let i = gantt.firstAfter(lane, runs.end, view.from); i < lane.runs.length; ++i) {
        const run = lane.runs[i];
        if (runs.start[run] >= view.to) break;
        seen[run] = 1;
        gantt.cover(row, (runs.start[run] - view.from) * scale, (runs.end[run] - view.from) * scale, weight, kinds[run],
          colours[run]);
      }
    };
    const finish = (top, bottom, number) => {
      for (let x = 0; x < width; ++x) covered += row.cover[x] * number / scale;
      gantt.paintRow(pixels, width, row, palette, Math.max(0, top), Math.min(height, bottom));
    };
    if (tall >= 1)
      for (let at = Math.floor(view.top); at < Math.min(lanes.length, Math.ceil(view.bottom)); ++at) {
        row.clear();
        addLane(lanes[at], 1);
        const top = Math.round((at - view.top) * tall), bottom = Math.round((at + 1 - view.top) * tall);
        finish(top, bottom - (tall >= 5 ? 1 : 0), 1);
      }
    else {
      // To multiply before the division keeps whole numbers whole: the last pixel ends where the view does.
      const laneOf = (y) => Math.floor(view.top + y * (view.bottom - view.top) / height);
      for (let y = 0; y < height; ++y) {
        const first = laneOf(y), behind = Math.min(lanes.length, laneOf(y + 1));
        row.clear();
        for (let at = first; at < behind; ++at) addLane(lanes[at], 1 / (behind - first));
        finish(y, y + 1, behind - first);
      }
    }
    const counts = [0, 0, 0];
    let isSeen = false; // an attempt that changes its size counts once: its sizes follow each other
    for (let run = 0; run < seen.length; ++run) {
      isSeen ||= Boolean(seen[run]);
      if (runs.goes_on?.[run]) continue;
      if (isSeen) ++counts[kinds[run]];
      isSeen = false;
    }
    return {counts, covered};
  };
})();
