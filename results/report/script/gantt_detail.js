// SPDX-License-Identifier: MIT
// What a chart says in words: its legend, and the rows of the job that was chosen.
'use strict';
(() => {
  const {gantt, make} = malha;
  const kinds = ['ended', 'killed', 'in vain'];

  // What each colour stands for, where colours have names: of users, whose number may be greater than that of
  // colours.
  const colourNames = (chart, sample) => {
    if (chart.by === 'state') return [sample('series-0', 'ended'), sample('series-3', 'killed'), sample('series-6', 'in vain')];
    if (chart.by !== 'user') return [make('span', {textContent: `Neighbours differ in colour: eight colours for all ${chart.by}s.`})];
    const most = 24, users = [...chart.data.users].sort();
    const names = users.slice(0, most).map((user, i) => sample('series-' + i % 8, user.slice(0, 60) || '(no user)'));
    if (users.length > most) names.push(make('span', {textContent: `and ${users.length - most} more users; a colour may stand for several`}));
    return names;
  };

  gantt.writeLegend = (chart) => {
    const sample = (kind, text) => make('span', {className: 'gantt-key'},
      make('i', {className: 'gantt-' + kind}), text);
    const parts = colourNames(chart, sample);
    const set = chart.box.dataset;
    if (set.killed > 0) parts.push(sample('killed', 'killed: stripes of ink'));
    if (set.wasted > 0) parts.push(sample('wasted', 'an attempt in vain: stripes of the ground'));
    if (set.outages > 0) parts.push(sample('down', 'down: grey'));
    if (set.precedences > 0)
      parts.push(sample('path', 'on the critical path'), make('span', {}, 'Arrows: to tasks that wait for another one; ' +
        'while more than 1000 are in view, only those of the critical path and of the chosen task.'));
    parts.push(make('span', {}, 'Paler: in use for a part of the pixel’s time, or by a part of its rows.'));
    chart.legend.replaceChildren(...parts);
  };

  // Numbers are rounded to a thousandth; all digits are under the pointer.
  const cell = (text) => {
    if (typeof text !== 'number') return make('td', {textContent: text});
    const rounded = Number(text.toFixed(3));
    return make('td', {textContent: rounded, className: 'value', title: rounded === text ? '' : String(text)});
  };

  const table = (caption, columns, rows) => make('div', {className: 'table'}, make('table', {},
    make('caption', {textContent: caption}),
    make('thead', {}, make('tr', {}, ...columns.map((text) => make('th', {textContent: text, scope: 'col'})))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map(cell))))));

  // The resources of a run, as allocated_resources has them where all are shown. Otherwise a range stands for those
  // in it that are shown.
  const resourcesOf = ({data, blocks}, run) => {
    const texts = [];
    for (let i = 0; i < blocks.run.length; ++i)
      if (blocks.run[i] === run) {
        const [first, last] = [blocks.first[i], blocks.last[i]].map((one) => one * data.resources.every);
        texts.push(first === last ? String(first) : first + '-' + last);
      }
    return texts.join(' ');
  };

  const attemptRow = (chart, run) => {
    const {runs, data} = chart;
    const goesOn = runs.goes_on?.[run], outcome = data.outcomes[runs.outcome[run]];
    // Its last sizes need not be shown.
    const how = runs.end[run] < runs.ended[run] ? (goesOn ? 'resized' : 'resized, later ' + outcome) : outcome;
    return [runs.attempt[run] || '', how,
      goesOn ? '' : kinds[chart.kinds[run]], runs.start[run],
      runs.end[run], runs.end[run] - runs.start[run], runs.size[run], resourcesOf(chart, run)];
  };

  const decisionsTable = (chart, task) => {
    const all = chart.data.decisions;
    if (!all)
      return make('p', {className: 'faint', textContent: 'Its decisions were not logged: simulate with --explain.'});
    chart.decisions ??= Object.fromEntries(['time', 'task', 'promised', 'decision', 'reason'].map(
      (name) => [name, malha.numbers(all[name])]));
    const {decisions} = chart, rows = [];
    decisions.task.forEach((one, i) => {
      if (one === task)
        rows.push([decisions.time[i], all.decisions[decisions.decision[i]], all.reasons[decisions.reason[i]],
          Number.isNaN(decisions.promised[i]) ? '' : decisions.promised[i]]);
    });
    return table('Its decisions', ['time (s)', 'decision', 'reason', 'promised start (s)'], rows);
  };

  // The tasks that a task of a workflow waits for, the last one first.
  const parentsTable = (chart, run) => {
    const {runs, precedences} = chart, parents = [];
    if (!precedences || run === undefined || !chart.data.precedences.isWhole) return [];
    precedences.to.forEach((one, i) => { if (one === run) parents.push(precedences.from[i]); });
    if (parents.length === 0) return [];
    parents.sort((a, b) => runs.ended[b] - runs.ended[a]);
    return [table('Tasks that it waits for', ['job_id', 'end (s)', 'from there to its start (s)'],
      parents.map((one) => [String(runs.task[one]), runs.ended[one], runs.began[run] - runs.ended[one]]))];
  };

  gantt.explain = (chart, run, asked) => {
    const {runs, data, detail, said} = chart;
    delete detail.dataset.job;
    if (run < 0) {
      detail.replaceChildren();
      said.textContent = asked === '' ? 'No job is chosen.' : 'No job ' + asked + ' is in the chart.';
      return;
    }
    const task = runs.task[run], mine = [];
    runs.task.forEach((one, i) => { if (one === task) mine.push(i); });
    mine.sort((a, b) => runs.start[a] - runs.start[b]);
    const rows = mine.filter((one) => runs.attempt[one] === 0), row = rows[0];
    const facts = ['job ' + runs.job[run] + (task === runs.job[run] ? '' : ', job_id ' + task)];
    if (row !== undefined) {
      if (data.users[runs.user[row]]) facts.push('user ' + data.users[runs.user[row]]);
      facts.push('submitted at ' + malha.date(runs.submitted[row]),
        'waited ' + malha.length(runs.began[row] - runs.submitted[row]),
        'ran ' + malha.length(runs.ended[row] - runs.began[row]));
      if (chart.precedences?.isOnPath[row]) facts.push('on the critical path');
      Object.assign(detail.dataset, {submitted: runs.submitted[row], start: runs.began[row], end: runs.ended[row]});
    }
    Object.assign(detail.dataset, {job: runs.job[run], task, resources: resourcesOf(chart, run)});
    said.textContent = facts.join(' · ');
    detail.replaceChildren(table('Attempts of the job', ['attempt', 'outcome', '', 'start (s)', 'end (s)', 'run time (s)', 'resources',
        data.resources.every > 1 ? 'which, of those shown' : 'which'],
        mine.map((one) => attemptRow(chart, one))),
      ...parentsTable(chart, row), decisionsTable(chart, task));
  };
})();
