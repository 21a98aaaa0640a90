// SPDX-License-Identifier: MIT
// What on a page has too little contrast, as WCAG 2 counts it: texts below 4.5 to their ground, parts of drawings and the
// edges of controls below 3. Tells how many of each it looked at.
(() => {
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return {r, g, b, a};
  };
  const over = (top, under) => {
    const mixed = (name) => top[name] * top.a + under[name] * (1 - top.a);
    return {r: mixed('r'), g: mixed('g'), b: mixed('b'), a: 1};
  };
  const linear = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const luminance = ({r, g, b}) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ratio = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const groundOf = (element) => {
    if (!element) return {r: 255, g: 255, b: 255, a: 1};
    const own = parse(getComputedStyle(element).backgroundColor);
    return own.a === 1 ? own : over(own, groundOf(element.parentElement));
  };
  // In a drawing a text stands on the last rectangle before it that covers its middle.
  const behind = (text) => {
    const svg = text.ownerSVGElement, box = text.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    let ground = groundOf(svg.parentElement);
    for (const rect of svg.querySelectorAll('rect')) {
      const style = getComputedStyle(rect), at = rect.getBoundingClientRect();
      const isBefore = rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!isBefore || style.fill === 'none' || x < at.left || x > at.right || y < at.top || y > at.bottom) continue;
      const fill = parse(style.fill);
      ground = over({...fill, a: fill.a * style.fillOpacity}, ground);
    }
    return ground;
  };
  const found = {texts: 0, marks: 0, controls: 0, bad: []};
  const judge = (what, colour, ground, least) => {
    const has = ratio(over(colour, ground), ground);
    if (has < least) found.bad.push(what + ' has ' + has.toFixed(2));
  };
  const isShown = (element) => element.checkVisibility() && element.getClientRects().length > 0;

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (node.textContent.trim() === '' || !isShown(element) || element.closest('script, style, title')) continue;
    const style = getComputedStyle(element), isDrawn = element.closest('svg') !== null;
    ++found.texts;
    judge('"' + node.textContent.trim().slice(0, 30) + '" .' + element.getAttribute('class'),
      parse(isDrawn ? style.fill : style.color), isDrawn ? behind(element) : groundOf(element), 4.5);
  }
  // Lines of a grid and bands of intervals are a help to the eye; a tile has its number on it.
  const shapes = 'svg.chart :is(line, path, polyline, polygon, circle, rect):not(.grid, .band, .tile)';
  for (const shape of document.querySelectorAll(shapes)) {
    const style = getComputedStyle(shape), ground = groundOf(shape.ownerSVGElement.parentElement);
    const paint = (name, opacity) => style[name] === 'none' ? [] :
      [{...parse(style[name]), a: parse(style[name]).a * style[opacity] * style.opacity}];
    const paints = paint('stroke', 'strokeOpacity').concat(shape.tagName === 'line' ? [] : paint('fill', 'fillOpacity'));
    if (paints.length === 0) continue;
    ++found.marks;
    const best = paints.sort((a, b) => ratio(over(b, ground), ground) - ratio(over(a, ground), ground))[0];
    judge(shape.tagName + ' .' + shape.getAttribute('class'), best, ground, 3);
  }
  const ground = groundOf(document.documentElement), root = getComputedStyle(document.documentElement);
  for (let i = 0; i < 8 && root.getPropertyValue('--series-0') !== ''; ++i) {
    const [r, g, b] = root.getPropertyValue('--series-' + i).match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16));
    ++found.marks;
    judge('series ' + i, {r, g, b, a: 1}, ground, 3);
  }
  for (const control of document.querySelectorAll('select, input, button:not(th button)'))
    if (isShown(control)) {
      ++found.controls;
      judge(control.tagName, parse(getComputedStyle(control).borderTopColor), groundOf(control.parentElement), 3);
    }
  // What has the focus shows it by an outline.
  const focused = document.activeElement, style = getComputedStyle(focused);
  if (focused !== document.body) {
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) found.bad.push('the focus has no outline');
    else judge('the focus', parse(style.outlineColor), groundOf(focused.parentElement), 3);
  }
  return found;
})()
