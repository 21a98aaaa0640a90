// SPDX-License-Identifier: MIT
// The chart of runs on resources: its view, and its controls.
'use strict';
(() => {
  const {gantt, make, numbers} = malha, {colourNames, gutter, axisHeight} = gantt.layout;

  const unpack = (columns) => Object.fromEntries(Object.entries(columns).map(([name, one]) => [name, numbers(one)]));

  class Chart {
    constructor(section) {
      this.box = section.querySelector('.gantt');
      this.prefix = section.id.slice(0, -'gantt'.length);
      const data = malha.data(section);
      this.data = data;
      this.runs = unpack(data.runs);
      // Of an attempt whose nodes change, each size is a run, and those on nodes that are not shown are missing.
      this.runs.began ??= this.runs.start;
      this.runs.ended ??= this.runs.end;
      this.blocks = unpack(data.blocks);
      const outages = unpack(data.outages);
      this.outages = data.resources.hosts.map(() => []);
      outages.resource.forEach((r, i) => this.outages[r].push({start: outages.start[i], end: outages.end[i]}));
      this.kinds = Uint8Array.from(this.runs.outcome, (one) => gantt.kindOf(data.outcomes[one]));
      this.lanes = gantt.lanes(this.runs, this.blocks, data.resources.slots);
      // Users have their colours by their names, as in the curves.
      const inOrder = [...data.users].sort();
      this.placeOfUser = data.users.map((user) => inOrder.indexOf(user));
      this.hasUsers = data.users.length > 1 || (data.users[0] ?? '') !== '';
      this.colourBy(this.hasUsers ? 'user' : this.runs.job.some((one) => one !== this.runs.job[0]) ? 'job' : 'task');
      this.selected = -1;
      this.readPrecedences();
      this.build();
      this.all();
      this.hooks();
      this.drawNow();
    }

    // --- the page around the canvas

    build() {
      const button = (text, title, act) => {
        const made = make('button', {type: 'button', textContent: text, title});
        made.addEventListener('click', act);
        return made;
      };
      this.controls = make('div', {className: 'controls'},
        button('Zoom in', 'key +', () => this.zoom(0.5)), button('Zoom out', 'key -', () => this.zoom(2)),
        button('Taller rows', 'key >', () => this.zoomRows(0.5)),
        button('Flatter rows', 'key <', () => this.zoomRows(2)),
        button('Show all', 'key 0', () => this.all()));
      const ways = [...this.hasUsers ? ['user'] : [], 'job', 'task', 'state'];
      const select = make('select', {}, ...ways.map(
        (one) => make('option', {value: one, textContent: one, selected: one === this.by})));
      select.addEventListener('change', () => {
        this.colourBy(select.value);
        gantt.writeLegend(this);
        this.draw();
      });
      const find = make('input', {type: 'search', inputMode: 'numeric', size: 8});
      find.addEventListener('change', () => this.find(find.value.trim()));
      this.controls.append(make('label', {}, 'Colours by', select), make('label', {}, 'Find job', find));
      this.canvas = make('canvas', {tabIndex: 0});
      this.canvas.setAttribute('role', 'img');
      this.strip = make('canvas', {className: 'gantt-strip', title: 'The whole run; what is shown below is framed. Drag to move.'});
      this.strip.setAttribute('role', 'img');
      this.strip.setAttribute('aria-label', 'The whole run, in which the part that is shown is framed');
      this.said = make('p', {className: 'gantt-said'});
      this.said.setAttribute('aria-live', 'polite');
      this.legend = make('p', {className: 'gantt-legend'});
      this.detail = make('div', {className: 'gantt-detail'});
      this.box.replaceChildren(this.controls, this.said, this.strip, this.canvas, this.legend, this.detail);
      this.listen();
      new ResizeObserver(() => this.draw()).observe(this.box);
      malha.onTheme(() => {
        this.whole = null;
        this.draw();
      });
      addEventListener('hashchange', () => this.followAddress());
      addEventListener('beforeprint', () => this.draw());
    }

    listen() {
      const {canvas} = this;
      canvas.addEventListener('keydown', (event) => this.key(event));
      canvas.addEventListener('wheel', (event) => {
        if (document.activeElement !== canvas && !event.ctrlKey) return;
        event.preventDefault();
        const factor = event.deltaY > 0 ? 1.25 : 0.8;
        if (event.shiftKey) this.zoomRows(factor, this.laneAt(event));
        else this.zoom(factor, this.timeAt(event));
      }, {passive: false});
      canvas.addEventListener('pointerdown', (event) => {
        canvas.setPointerCapture(event.pointerId);
        this.drag = {x: event.clientX, y: event.clientY, view: {...this.view}, moved: false};
      });
      canvas.addEventListener('pointermove', (event) => this.dragged(event));
      canvas.addEventListener('pointerup', (event) => {
        if (this.drag && !this.drag.moved) this.select(this.hit(event));
        this.drag = null;
      });
      canvas.addEventListener('pointercancel', () => { this.drag = null; });
      const moved = (event) => {
        if (event.buttons !== 1) return;
        const {begin, end} = this.data, {view} = this, half = (view.to - view.from) / 2;
        const about = begin + (event.offsetX - gutter()) / this.width * (end - begin);
        this.show({...view, from: about - half, to: about + half});
      };
      this.strip.addEventListener('pointerdown', (event) => {
        this.strip.setPointerCapture(event.pointerId);
        moved(event);
      });
      this.strip.addEventListener('pointermove', moved);
    }

    dragged(event) {
      if (!this.drag) return;
      const {x, y, view} = this.drag, dx = event.clientX - x, dy = event.clientY - y;
      if (Math.abs(dx) + Math.abs(dy) < 4 && !this.drag.moved) return;
      this.drag.moved = true;
      const time = dx * (view.to - view.from) / this.width, rows = dy * (view.bottom - view.top) / this.height;
      this.show({from: view.from - time, to: view.to - time, top: view.top - rows, bottom: view.bottom - rows});
    }

    key(event) {
      const {view} = this, time = (view.to - view.from) / 8, rows = Math.max(1, (view.bottom - view.top) / 8);
      const move = (dt, dl) => this.show(
        {from: view.from + dt, to: view.to + dt, top: view.top + dl, bottom: view.bottom + dl});
      const acts = {
        ArrowLeft: () => move(-time, 0), ArrowRight: () => move(time, 0), ArrowUp: () => move(0, -rows),
        ArrowDown: () => move(0, rows), '+': () => this.zoom(0.5), '=': () => this.zoom(0.5), '-': () => this.zoom(2),
        '>': () => this.zoomRows(0.5), '<': () => this.zoomRows(2), 0: () => this.all(), Home: () => this.all(),
        n: () => this.next(1), p: () => this.next(-1),
      };
      if (!(event.key in acts) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      acts[event.key]();
    }

    // --- the view

    all() {
      const {begin, end} = this.data;
      this.show({from: begin, to: end > begin ? end : begin + 1, top: 0, bottom: this.lanes.length});
    }

    show(view) {
      const {begin, end} = this.data, whole = end > begin ? end - begin : 1;
      const span = Math.min(whole, Math.max(view.to - view.from, whole * 1e-9));
      const from = Math.min(Math.max(view.from, begin), begin + whole - span);
      const rows = Math.min(this.lanes.length, Math.max(1, view.bottom - view.top));
      const top = Math.min(Math.max(view.top, 0), this.lanes.length - rows);
      this.view = {from, to: from + span, top, bottom: top + rows};
      malha.windows.set(this.prefix, span < whole ? {min: from, max: from + span} : null);
      document.dispatchEvent(new CustomEvent('malha:window', {detail: this.prefix}));
      this.draw();
    }

    zoom(factor, about = (this.view.from + this.view.to) / 2) {
      const {view} = this;
      this.show({...view, from: about + (view.from - about) * factor, to: about + (view.to - about) * factor});
    }

    zoomRows(factor, about = (this.view.top + this.view.bottom) / 2) {
      const {view} = this;
      this.show({...view, top: about + (view.top - about) * factor, bottom: about + (view.bottom - about) * factor});
    }

    timeAt(event) {
      return this.view.from + (event.offsetX - gutter()) * (this.view.to - this.view.from) / this.width;
    }

    laneAt(event) {
      return this.view.top + (event.offsetY - axisHeight) * (this.view.bottom - this.view.top) / this.height;
    }

    // --- choosing a run

    hit(event) {
      const lane = this.lanes[Math.floor(this.laneAt(event))];
      if (!lane || event.offsetX < gutter()) return -1;
      const time = this.timeAt(event), near = 3 * (this.view.to - this.view.from) / this.width;
      const {start, end} = this.runs;
      let best = -1, distance = near;
      for (let i = gantt.firstAfter(lane, end, time - near); i < lane.runs.length; ++i) {
        if (start[lane.runs[i]] > time + near) break;
        const run = lane.runs[i], away = Math.max(0, start[run] - time, time - end[run]);
        if (away < distance || (away === 0 && best < 0)) [best, distance] = [run, away];
      }
      return best;
    }

    find(text) {
      const job = Number(text);
      const run = text === '' ? -1 : this.runs.job.findIndex((one, i) => one === job && this.runs.attempt[i] === 0);
      if (run >= 0) this.zoomTo(run);
      this.select(run, text);
    }

    // The date from which a run waited; that of its start where its submission is not known.
    beginOfWait(run) {
      const {submitted, start, began} = this.runs;
      return submitted[run] < began[run] ? submitted[run] : start[run];
    }

    // Shows the whole time from the submission to the end, and the rows of neighbours.
    zoomTo(run) {
      const begin = this.beginOfWait(run), end = this.runs.end[run], room = Math.max(end - begin, 1e-6) * 0.2;
      const mine = this.lanes.flatMap((lane, i) => (lane.runs.includes(run) ? [i] : []));
      const top = Math.min(...mine), bottom = Math.max(...mine) + 1, least = Math.min(24, this.lanes.length);
      const beside = Math.max(2, (least - (bottom - top)) / 2);
      this.show({from: begin - room, to: end + room, top: Math.floor(top - beside), bottom: Math.ceil(bottom + beside)});
    }

    // "#job=17" opens the page at the chart, and there at job 17.
    followAddress() {
      if (!/^#job=\d+$/.test(location.hash)) return;
      this.find(location.hash.slice(5));
      requestAnimationFrame(() => this.box.scrollIntoView({block: 'start'}));
    }

    next(by) {
      const {runs} = this;
      const number = runs.start.length;
      if (number === 0) return;
      this.select(this.selected < 0 ? 0 : (this.selected + by + number) % number);
      this.draw();
    }

    select(run, asked = '') {
      this.selected = run;
      this.draw();
      gantt.explain(this, run, asked);
    }

    colourBy(what) {
      const {runs} = this;
      this.whole = null;
      this.by = what;
      this.colours = Int16Array.from(runs.job, (job, i) => {
        if (what === 'state') return this.kinds[i] * 3 % 8;
        return (what === 'user' ? this.placeOfUser[runs.user[i]] ?? 0 : what === 'task' ? runs.task[i] : job) % 8;
      });
      if (what === 'user') { // an attempt in vain has the user of its job
        const users = new Map();
        runs.task.forEach((task, i) => { if (runs.user[i] >= 0) users.set(task, this.placeOfUser[runs.user[i]] % 8); });
        this.colours.forEach((_, i) => { if (runs.user[i] < 0) this.colours[i] = users.get(runs.task[i]) ?? 0; });
      }
    }

    // --- drawing

    draw() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => { this.waiting = false; this.drawNow(); });
    }

    drawNow() {
      const {canvas, view} = this, ratio = devicePixelRatio || 1;
      const wide = Math.max(200, this.box.clientWidth);
      this.width = wide - gutter();
      this.height = Math.min(640, Math.max(120, this.lanes.length * 18));
      Object.assign(canvas, {width: Math.round(wide * ratio), height: Math.round((this.height + axisHeight) * ratio)});
      const began = performance.now();
      const context = canvas.getContext('2d');
      const palette = gantt.palette(colourNames);
      const image = context.createImageData(Math.round(this.width * ratio), Math.round(this.height * ratio));
      const drawn = gantt.paint(this, view, new Uint32Array(image.data.buffer), image.width, image.height, palette);
      context.putImageData(image, Math.round(gutter() * ratio), Math.round(axisHeight * ratio));
      context.scale(ratio, ratio);
      this.drawStrip(palette, ratio);
      this.drawAxis(context);
      this.drawNames(context);
      this.drawPrecedences(context);
      this.drawSelected(context);
      this.box.dataset.drawMs = (performance.now() - began).toFixed(1);
      this.report(drawn);
    }

    // --- what a test, and a screen reader, can know

    hooks() {
      const counts = [0, 0, 0];
      const {runs, data} = this, set = this.box.dataset;
      this.kinds.forEach((kind, i) => { if (!runs.goes_on?.[i]) ++counts[kind]; });
      [set.ended, set.killed, set.wasted] = counts;
      set.outages = this.outages.reduce((sum, one) => sum + one.length, 0);
      set.lanes = this.lanes.length;
      set.precedences = this.precedences ? this.precedences.from.length : 0;
      set.path = this.precedences ? this.precedences.path.length : 0;
      set.area = runs.start.reduce((sum, start, i) => sum + (runs.end[i] - start) * runs.size[i], 0);
      gantt.explain(this, -1, '');
      gantt.writeLegend(this);
      this.followAddress();
    }

    report({counts, covered}) {
      const set = this.box.dataset, {view} = this;
      [set.seenEnded, set.seenKilled, set.seenWasted] = counts;
      set.covered = covered;
      Object.assign(set, {from: view.from, to: view.to});
      this.canvas.setAttribute('aria-label',
        `What ran where from ${view.from} s to ${view.to} s on ${Math.round(view.bottom - view.top)} of ` +
        `${this.lanes.length} rows: ${counts[0]} runs that ended, ${counts[1]} killed, ${counts[2]} attempts ` +
        'in vain. ' +
        'Arrow keys move, + and - zoom, 0 shows all, n and p move from job to job.');
    }
  }

  Object.assign(Chart.prototype, gantt.surroundings, gantt.arrows);

  addEventListener('DOMContentLoaded', () => {
    gantt.charts = malha.sections('gantt.js').map((section) => new Chart(section));
  });
})();
