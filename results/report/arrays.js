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
    const steps = unit === 's' || unit === 'd' ? [1, 2, 5, 10].map((times) => times * power)
      : unit === 'h' ? [0.5, 1, 2, 3, 6, 12, 24, 48, 72] : [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 180];
    const every = steps.find((one) => one >= rough) ?? steps[steps.length - 1];
    return {unit, seconds, every: every * seconds};
  },
  // A date, or a length of time, in a unit of so many s.
  inUnit(time, seconds) {
    return String(Number((time / seconds).toPrecision(12)));
  },
  // The part of the time that the chart of a run shows, by the beginning of its sections' ids; null: all of it.
  windows: new Map(),
  // Calls `act` when the page becomes light or dark.
  onTheme(act) {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
  },
});
