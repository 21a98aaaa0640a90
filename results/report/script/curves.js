// SPDX-License-Identifier: MIT
// Curves over time, and shares of jobs, drawn by uPlot.
'use strict';
(() => {
  const {make, numbers} = malha;
  const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4], [12, 4], [6, 2]];
  const font = '12px system-ui, sans-serif';
  const charts = [];

  const axis = (label, more) => ({
    stroke: malha.colour('--ink'), grid: {stroke: malha.colour('--rule'), width: 1},
    ticks: {stroke: malha.colour('--rule'), width: 1}, label, labelSize: 22, font, labelFont: font, ...more,
  });

  // An axis of time has marks that people know, each with its unit.
  const timeAxisOf = (data) => axis(data.x, {
    splits: (plot, _, low, high) => {
      if (data.log) return malha.knownTimes.map(([seconds]) => seconds).filter((one) => one >= low && one <= high);
      const most = Math.max(3, plot.width / (7 * malha.date(high).length + 50));
      const {every} = malha.timeAxis(high - low, most), splits = [];
      for (let at = Math.ceil(low / every) * every; at <= high; at += every) splits.push(at);
      return splits;
    },
    filter: (_, splits) => splits,
    values: (_, splits) => splits.map((at) => malha.knownTimes.find(([one]) => data.log && one === at)?.[1] ?? malha.date(at)),
  });

  const widthOf = (box) => Math.max(240, box.clientWidth);
  const clear = (colour) => colour + '33';

  // Series and columns of a curve; a curve of parts of the time has a band between its least and greatest values.
  const seriesOf = (data, curve, i) => {
    const stroke = malha.colour('--series-' + i % 8);
    const line = {label: data.names[i], stroke, dash: dashes[i % 8], width: 1.5, points: {show: false}};
    if (data.step) line.paths = uPlot.paths.stepped({align: 1});
    if (!curve.low) return {series: [line], columns: [numbers(curve.value)], bands: false};
    const edge = (label) => ({label: data.names[i] + label, stroke: clear(stroke), width: 0, points: {show: false}});
    return {series: [line, edge(' (greatest)'), edge(' (least)')],
      columns: [numbers(curve.value), numbers(curve.high), numbers(curve.low)], bands: true, fill: clear(stroke)};
  };

  // A curve that lies upon those before it: their sum is drawn, and the space between filled. The legend says its own value.
  const upon = (below, {series: [line], columns: [own]}) => {
    line.width = 1;
    line.value = (plot, sum, number, at) => own[at] === undefined ? '–' : String(Number(own[at].toPrecision(4)));
    return {series: [line], columns: [own.map((value, at) => value + (below ? below[at] : 0))], fill: line.stroke + '80'};
  };

  // Shows the part of the time that the chart of what ran where shows.
  const follow = ({plot, data, prefix}) => {
    const times = plot.data[0];
    if (data.window && malha.windows.has(prefix))
      plot.setScale('x', malha.windows.get(prefix) ?? {min: times[0], max: times[times.length - 1]});
  };

  const draw = (chart) => {
    const {data, box} = chart;
    chart.plot?.destroy();
    const said = (value) => value === null || value === undefined ? '–' : data.log ? malha.length(value) : malha.date(value);
    const series = [{label: data.x, value: (_, value) => data.is_time ? said(value) : value}];
    const columns = [numbers(data.time)], bands = [], fills = [];
    data.curves.forEach((curve, i) => {
      const alone = seriesOf(data, curve, i), one = data.stacked ? upon(i > 0 && columns[i], alone) : alone;
      if (data.stacked) {
        fills[i + 1] = one.fill;
        if (i > 0) bands.push({series: [i + 1, i], fill: one.fill});
        else one.series[0].fill = one.fill;
      }
      if (one.bands) bands.push({series: [series.length + 1, series.length + 2], fill: one.fill});
      series.push(...one.series);
      columns.push(...one.columns);
    });
    chart.plot = new uPlot({
      width: widthOf(box), height: 220, series, bands,
      scales: {
        x: {time: false, ...data.log && {distr: 3}},
        y: {range: (_, low, high) => [Math.min(0, low), data.top ?? (high > 0 ? high * 1.05 : 1)]},
      },
      axes: [data.is_time ? timeAxisOf(data) : axis(data.x), axis(data.y, {size: 60})],
      legend: data.stacked ? {markers: {fill: (_, i) => fills[i]}} : {},
      cursor: data.window ? {sync: {key: 'malha'}} : {},
    }, columns, box);
    follow(chart);
  };

  // A chart of its own for each curve set, and what a test can read.
  const add = (place, prefix, data) => {
    const box = make('div', {});
    const note = data.is_whole === false
      ? ` The curve has ${data.of} dates; it shows means over ${numbers(data.time).length} equal parts of the time, ` +
        'and the least and greatest value in each.' : '';
    place.append(make('figure', {}, box, make('figcaption', {textContent: data.title + '.' + note})));
    const chart = {data, box, prefix};
    box.dataset.points = numbers(data.time).length;
    box.dataset.of = data.of;
    const greatest = (curve) => numbers(curve.high ?? curve.value).reduce((a, b) => Math.max(a, b), -Infinity);
    box.dataset.greatest = data.curves.map(greatest).join(' ');
    charts.push(chart);
  };

  addEventListener('DOMContentLoaded', () => {
    for (const section of malha.sections('curves.js')) {
      const place = section.querySelector('.curves');
      place.replaceChildren();
      for (const one of malha.data(section)) add(place, section.id.replace(/[a-z]+$/, ''), one);
    }
    charts.forEach(draw); // only now all have their places, and so their widths
    malha.onTheme(() => charts.forEach(draw));
    const resized = new ResizeObserver((entries) => {
      for (const {target} of entries) {
        const {plot} = charts.find((chart) => chart.box === target);
        if (plot.width !== widthOf(target)) plot.setSize({width: widthOf(target), height: 220});
      }
    });
    for (const {box} of charts) resized.observe(box);
    document.addEventListener('malha:window', ({detail}) => {
      for (const chart of charts) if (chart.prefix === detail) follow(chart);
    });
  });
})();
