// SPDX-License-Identifier: MIT
// Draws the precedences of workflows on a Gantt chart, from the end of a task to the start of one that waits for it, and
// marks the tasks of the realised critical path. Methods of the chart in gantt.js.
'use strict';
(() => {
  const {gantt} = malha, {gutter, axisHeight} = gantt.layout;
  const most = 1000; // arrows in view: more than that is a grey area
  const head = 7;

  gantt.arrows = {
    readPrecedences() {
      const given = this.data.precedences;
      if (!given) return;
      const [from, to, onPath, path] = ['from', 'to', 'onPath', 'path'].map((name) => malha.numbers(given[name]));
      this.laneOf = new Int32Array(this.runs.start.length).fill(-1);
      this.lanes.forEach((lane, at) => lane.runs.forEach((run) => { if (this.laneOf[run] < 0) this.laneOf[run] = at; }));
      this.precedences = {from, to, onPath, path, isOnPath: new Uint8Array(this.runs.start.length)};
      for (const run of path) this.precedences.isOnPath[run] = 1;
    },

    // The arrows in the view; of too many those of the critical path and of the chosen task.
    arrowsInView() {
      const {view, runs, laneOf, selected} = this, {from, to, onPath} = this.precedences;
      const seen = [];
      for (let i = 0; i < from.length; ++i) {
        const [a, b] = [laneOf[from[i]], laneOf[to[i]]];
        if (runs.start[to[i]] < view.from || runs.end[from[i]] > view.to) continue;
        if (Math.max(a, b) + 1 < view.top || Math.min(a, b) > view.bottom) continue;
        seen.push(i);
      }
      const left = seen.length > most
        ? seen.filter((i) => onPath[i] || from[i] === selected || to[i] === selected) : seen;
      Object.assign(this.box.dataset, {arrows: left.length, arrowsLeftOut: seen.length - left.length});
      return left;
    },

    drawPrecedences(context) {
      if (!this.precedences) return;
      const {view, width, height, runs, lanes, laneOf, selected} = this, {from, to, onPath, path} = this.precedences;
      const tall = height / (view.bottom - view.top);
      const x = (time) => gutter() + (time - view.from) / (view.to - view.from) * width;
      const y = (lane) => axisHeight + (lane + 0.5 - view.top) * tall;
      context.save();
      context.beginPath();
      context.rect(gutter(), axisHeight, width, height);
      context.clip();
      for (const run of path) {
        if (runs.end[run] < view.from || runs.start[run] > view.to) continue;
        const thick = Math.min(5, Math.max(2, tall / 4));
        lanes.forEach((lane, at) => {
          if (at + 1 < view.top || at > view.bottom || (at !== laneOf[run] && !lane.runs.includes(run))) return;
          const left = x(runs.start[run]), bottom = axisHeight + (at + 1 - view.top) * tall - 1;
          context.fillStyle = malha.colour('--ground');
          context.fillRect(left, bottom - thick - 1, Math.max(2, x(runs.end[run]) - left), 1);
          context.fillStyle = malha.colour('--ink');
          context.fillRect(left, bottom - thick, Math.max(2, x(runs.end[run]) - left), thick);
        });
      }
      const arrow = (i, colour, line) => this.drawArrow(context, [x(runs.end[from[i]]), y(laneOf[from[i]])],
        [x(runs.start[to[i]]), y(laneOf[to[i]])], malha.colour(colour), line);
      const all = this.arrowsInView(), isChosen = (i) => from[i] === selected || to[i] === selected;
      for (const i of all) if (!onPath[i] && !isChosen(i)) arrow(i, '--faint', 1);
      for (const i of all) if (onPath[i] || isChosen(i)) arrow(i, '--ink', onPath[i] ? 2.5 : 1.5);
      context.restore();
    },

    // With an edge in the colour of the ground, so that it is seen on what has its own colour.
    drawArrow(context, [x1, y1], [x2, y2], colour, line) {
      const angle = Math.atan2(y2 - y1, x2 - x1), size = Math.min(head + line, Math.hypot(x2 - x1, y2 - y1));
      const side = (turn) => [x2 - size * Math.cos(angle + turn), y2 - size * Math.sin(angle + turn)];
      const draw = (style, wide) => {
        [context.strokeStyle, context.fillStyle, context.lineWidth] = [style, style, wide];
        context.beginPath();
        context.moveTo(x1, y1);
        context.lineTo(x2, y2);
        context.stroke();
        context.beginPath();
        context.moveTo(x2, y2);
        context.lineTo(...side(0.45));
        context.lineTo(...side(-0.45));
        context.closePath();
        context.fill();
        if (style !== colour) context.stroke();
      };
      draw(malha.colour('--ground'), line + 2);
      draw(colour, line);
    },
  };
})();
