// SPDX-License-Identifier: MIT
// What a Gantt chart is made of, without a canvas: lanes of intervals that do not overlap, and what of a lane lies in
// each pixel.
'use strict';
malha.gantt = {
  // How a run ended: 0 as it should, 1 killed, 2 an attempt in vain.
  kindOf(outcome) {
    if (outcome === 'COMPLETED_SUCCESSFULLY') return 0;
    return outcome.startsWith('COMPLETED_') ? 1 : 2;
  },

  // Lanes, each a list of runs by their starts, none of which overlap. A resource has one for each slot, or as many
  // as it runs at once.
  lanes(runs, blocks, slots) {
    const number = slots.length;
    const order = Uint32Array.from(blocks.run, (_, i) => i);
    order.sort((a, b) => runs.start[blocks.run[a]] - runs.start[blocks.run[b]] ||
                         runs.end[blocks.run[a]] - runs.end[blocks.run[b]]);
    const offset = new Uint32Array(number + 1);
    for (let i = 0; i < order.length; ++i)
      for (let r = blocks.first[i]; r <= blocks.last[i]; ++r) ++offset[r + 1];
    for (let r = 0; r < number; ++r) offset[r + 1] += offset[r];
    const sorted = new Int32Array(offset[number]);
    const filled = offset.slice();
    for (const block of order)
      for (let r = blocks.first[block]; r <= blocks.last[block]; ++r) sorted[filled[r]++] = blocks.run[block];
    const lanes = [];
    for (let r = 0; r < number; ++r) {
      const mine = Array.from({length: slots[r] <= 8 ? slots[r] : 1}, () => ({resource: r, free: -Infinity, list: []}));
      for (let i = offset[r]; i < offset[r + 1]; ++i) {
        const run = sorted[i];
        let lane = mine.find((one) => one.free <= runs.start[run]);
        if (!lane) mine.push(lane = {resource: r, free: -Infinity, list: []});
        lane.free = Math.max(lane.free, runs.end[run]);
        lane.list.push(run);
      }
      for (const {resource, list} of mine) lanes.push({resource, runs: Int32Array.from(list)});
    }
    return lanes;
  },

  // The first run of a lane that ends after a date: ends rise as starts do.
  firstAfter(lane, end, date) {
    let low = 0, high = lane.runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (end[lane.runs[middle]] > date) high = middle;
      else low = middle + 1;
    }
    return low;
  },

  // A row of pixels: how much of each is covered, the worst kind in it, which colours, and where a run begins.
  row(width) {
    return {
      width, cover: new Float32Array(width), there: new Uint8Array(width), kind: new Uint8Array(width),
      colour: new Int16Array(width), edge: new Uint8Array(width), down: new Uint8Array(width),
      clear() {
        for (const one of [this.cover, this.there, this.kind, this.edge, this.down]) one.fill(0);
        this.colour.fill(-1);
      },
    };
  },

  // Adds an interval to a row. What is shorter than a pixel marks it, too, and covers no more of it than it lasts.
  cover(row, from, to, weight, kind, colour) {
    const first = Math.max(0, Math.floor(from));
    const last = Math.min(row.width - 1, Math.max(first, Math.ceil(to) - 1));
    for (let x = first; x <= last; ++x) {
      row.cover[x] += weight * Math.max(0, Math.min(x + 1, to) - Math.max(x, from));
      row.colour[x] = !row.there[x] || row.colour[x] === colour ? colour : -2;
      row.there[x] = 1;
      if (kind > row.kind[x]) row.kind[x] = kind;
    }
    if (from >= 0 && to - from >= 4 && first < row.width) row.edge[first] = 1;
  },
};
