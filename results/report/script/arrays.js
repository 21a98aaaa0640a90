// SPDX-License-Identifier: MIT
// Typed arrays out of the JSON of a page, and what charts share.
'use strict';
Object.assign(malha, {
  // A typed array, of {type, base64}.
  numbers({type, base64}) {
    const types = {Float64Array, Int32Array, Uint8Array};
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    return new types[type](bytes.buffer);
  },
  // The value of a custom property of the page's style.
  colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  },
  // An element with properties and children.
  make(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  },
  // How an axis of so much time is marked: its unit, how long that is in s, and so many s from mark to mark.
  timeAxis(span, most) {
    const [unit, seconds] = [['d', 86400], ['h', 3600], ['min', 60]].find(([, one]) => span >= 3 * one) ?? ['s', 1];
    const rough = span / seconds / Math.max(1, most), power = 10 ** Math.floor(Math.log10(rough));
    const decimal = [1, 2, 5, 10].map((times) => times * power);
    const steps = unit === 'd' ? [0.5, ...decimal.filter((one) => one >= 1)]
      : unit === 'h' ? [0.5, 1, 2, 3, 6, 12, 24, 48, 72]
        : unit === 'min' ? [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 180]
          : rough < 1 ? decimal : [1, 2, 5, 10, 15, 20, 30, 60, 120, 180];
    const every = steps.find((one) => one >= rough) ?? steps[steps.length - 1];
    return {unit, seconds, every: every * seconds};
  },
  // A date as people say it, without parts that are 0 at its end: "1 d 20 h", "52 min 20 s".
  date(time) {
    if (time < 0) return '-' + malha.date(-time);
    const rounded = Math.round(time * 1e6) / 1e6;
    const parts = [[Math.floor(rounded / 86400), 'd'], [Math.floor(rounded / 3600) % 24, 'h'],
      [Math.floor(rounded / 60) % 60, 'min'], [Number((rounded % 60).toPrecision(8)), 's']].filter(([number]) => number > 0);
    return parts.length === 0 ? '0 s' : parts.map(([number, unit]) => number + ' ' + unit).join(' ');
  },
  // A length of time with three digits, in the unit that suits it: "7.36 h".
  length(seconds) {
    const [unit, size] = [['d', 86400], ['h', 3600], ['min', 60]].find(([, one]) => Math.abs(seconds) >= 3 * one) ?? ['s', 1];
    const number = seconds / size;
    return (Math.abs(number) >= 1000 ? Math.round(number) : Number(number.toPrecision(3))) + ' ' + unit;
  },
  // Lengths of time that people know, for logarithmic axes.
  knownTimes: [[1e-3, '1 ms'], [1e-2, '10 ms'], [0.1, '0.1 s'], [1, '1 s'], [10, '10 s'], [60, '1 min'], [600, '10 min'],
    [3600, '1 h'], [86400, '1 d'], [864000, '10 d'], [8640000, '100 d']],
  // The part of the time that the chart of a run shows, by the beginning of its sections' ids; null: all of it.
  windows: new Map(),
  // Calls `act` when the page becomes light or dark.
  onTheme(act) {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
  },
});
