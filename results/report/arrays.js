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
  // The part of the time that the chart of a run shows, by the beginning of its sections' ids; null: all of it.
  windows: new Map(),
  // Calls `act` when the page becomes light or dark.
  onTheme(act) {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
  },
});
