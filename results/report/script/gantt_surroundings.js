// SPDX-License-Identifier: MIT
// Draws what surrounds the runs of a Gantt chart: the strip of the whole run, the axis, the names of hosts, and the chosen
// job. Methods of the chart in gantt.js.
'use strict';
(() => {
  const {gantt} = malha;
  const colourNames = Array.from({length: 8}, (_, i) => '--series-' + i);
  const gutter = () => (innerWidth < 600 ? 64 : 120);
  const axisHeight = 24, stripHeight = 32;

  gantt.layout = {colourNames, gutter, axisHeight};

  gantt.surroundings = {
    // The whole run, painted once, and a frame about what is shown.
    drawStrip(palette, ratio) {
      const {strip, view, width, lanes} = this, {begin, end} = this.data, span = Math.max(end - begin, 1e-9);
      const wide = Math.round(width * ratio), high = Math.round(stripHeight * ratio), left = Math.round(gutter() * ratio);
      Object.assign(strip, {width: left + wide, height: high});
      const context = strip.getContext('2d');
      if (!this.whole || this.whole.width !== wide || this.whole.height !== high) {
        this.whole = context.createImageData(wide, high);
        gantt.paint(this, {from: begin, to: begin + span, top: 0, bottom: lanes.length},
          new Uint32Array(this.whole.data.buffer), wide, high, palette);
      }
      context.putImageData(this.whole, left, 0);
      const x = (time) => left + (time - begin) / span * wide, y = (lane) => lane / lanes.length * high;
      const frame = [x(view.from), y(view.top), Math.max(4, x(view.to) - x(view.from)), Math.max(4, y(view.bottom) - y(view.top))];
      context.fillStyle = malha.colour('--ground');
      context.globalAlpha = 0.6;
      context.beginPath();
      context.rect(left, 0, wide, high);
      context.rect(...frame);
      context.fill('evenodd');
      context.globalAlpha = 1;
      context.strokeStyle = malha.colour('--ink');
      context.lineWidth = 2 * ratio;
      context.strokeRect(...frame);
    },

    drawAxis(context) {
      const {view, width} = this;
      context.fillStyle = malha.colour('--faint');
      context.font = '12px system-ui, sans-serif';
      context.textAlign = 'center';
      const rough = malha.timeAxis(view.to - view.from, Math.max(3, width / 80)).every;
      const widest = context.measureText(malha.date(Math.floor(view.to / rough) * rough - rough)).width;
      const {every} = malha.timeAxis(view.to - view.from, Math.max(2, width / (widest + 30)));
      for (let tick = Math.ceil(view.from / every) * every; tick <= view.to; tick += every) {
        const x = gutter() + (tick - view.from) / (view.to - view.from) * width;
        context.fillRect(Math.round(x), axisHeight - 5, 1, 5);
        const text = malha.date(tick);
        context.fillText(text, Math.min(x, gutter() + width - context.measureText(text).width / 2), 13);
      }
    },

    // Names of hosts with the colour of their owner, as many as have room.
    drawNames(context) {
      const {view, height} = this, tall = height / (view.bottom - view.top);
      const {hosts, owners} = this.data.resources;
      const every = Math.max(1, Math.ceil(13 / tall));
      context.textAlign = 'right';
      for (let at = Math.floor(view.top); at < Math.min(this.lanes.length, view.bottom); ++at) {
        const {resource} = this.lanes[at], y = axisHeight + (at - view.top) * tall;
        const owner = this.data.users.indexOf(owners[resource]);
        if (owners[resource] !== '' && owner >= 0) {
          context.fillStyle = malha.colour(colourNames[this.placeOfUser[owner] % 8]);
          context.fillRect(gutter() - 6, y, 4, Math.max(1, tall - 1));
        }
        if (at % every !== 0 || (at > 0 && this.lanes[at - 1].resource === resource)) continue;
        context.fillStyle = malha.colour('--ink');
        let name = hosts[resource].slice(0, 40);
        while (name.length > 1 && context.measureText(name).width > gutter() - 10) name = name.slice(1);
        context.fillText(name, gutter() - 9, Math.min(y + Math.min(tall, 18) / 2 + 4, axisHeight + height - 1));
      }
    },

    drawSelected(context) {
      if (this.selected < 0) return;
      const {view, width, height, runs, selected} = this, tall = height / (view.bottom - view.top);
      const x = (time) => gutter() + Math.min(Math.max((time - view.from) / (view.to - view.from), 0), 1) * width;
      const begin = this.beginOfWait(selected);
      if (runs.end[selected] < view.from || begin > view.to) return;
      if (begin < runs.began[selected]) this.drawWait(context, x(begin), x(runs.began[selected]), begin >= view.from);
      context.strokeStyle = malha.colour('--ink');
      context.lineWidth = 2;
      this.lanes.forEach((lane, at) => {
        if (at + 1 < view.top || at > view.bottom || !lane.runs.includes(selected)) return;
        const left = x(runs.start[selected]), y = axisHeight + (at - view.top) * tall;
        context.strokeRect(left - 1, y, Math.max(3, x(runs.end[selected]) - left + 1), Math.max(3, tall - 1));
      });
    },

    // The time from the submission of the chosen job to its start, over its first row.
    drawWait(context, from, to, isWhole) {
      const {view, height, selected} = this, tall = height / (view.bottom - view.top);
      const first = this.lanes.findIndex((lane) => lane.runs.includes(selected));
      const y = axisHeight + Math.min(Math.max((first + 0.5 - view.top) * tall, 8), height - 8);
      const path = () => {
        context.beginPath();
        context.moveTo(from, y);
        context.lineTo(to, y);
        if (isWhole) {
          context.moveTo(from, y - 7);
          context.lineTo(from, y + 7);
        }
        context.stroke();
      };
      [context.strokeStyle, context.lineWidth] = [malha.colour('--ground'), 6];
      path();
      [context.strokeStyle, context.lineWidth] = [malha.colour('--ink'), 2];
      context.setLineDash([6, 4]);
      path();
      context.setLineDash([]);
      const text = 'waits ' + malha.length(this.runs.began[selected] - this.beginOfWait(selected));
      const wide = context.measureText(text).width, middle = (from + to) / 2;
      if (to - from < wide + 24) return;
      context.fillStyle = malha.colour('--ground');
      context.fillRect(middle - wide / 2 - 5, y - 9, wide + 10, 18);
      context.fillStyle = malha.colour('--ink');
      context.textAlign = 'center';
      context.fillText(text, middle, y + 4);
    },
  };
})();
