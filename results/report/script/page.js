// SPDX-License-Identifier: MIT
// What every page can do: sort and filter tables, copy commands. Tables and commands are there without it.
'use strict';
const malha = {
  // The sections that name a script.
  sections(script) {
    return [...document.querySelectorAll('section[data-scripts]')].filter(
      (section) => section.dataset.scripts.split(' ').includes(script));
  },
  // The data of a section; null: it has none.
  data(section) {
    const element = document.getElementById(section.id + '-data');
    return element ? JSON.parse(element.textContent) : null;
  },
};

(() => {
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const rowsOf = (table) => [...table.tBodies].flatMap((body) => [...body.rows]);
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return cell ? cell.dataset.key ?? cell.textContent : '';
  };

  // Numbers by their size, then texts; what is empty comes last.
  const compare = (a, b) => {
    if (a === '' || b === '') return (a === '') - (b === '');
    const x = Number(a), y = Number(b);
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
    if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
    return a < b ? -1 : a > b ? 1 : 0;
  };

  const sort = (table, column, header) => {
    const falling = header.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', falling ? 'descending' : 'ascending');
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, place) => ({row, place, key: keyOf(row, column)}));
    rows.sort((a, b) => {
      if (a.key === '' || b.key === '') return compare(a.key, b.key) || a.place - b.place;
      return (falling ? compare(b.key, a.key) : compare(a.key, b.key)) || a.place - b.place;
    });
    body.append(...rows.map((one) => one.row));
    table.dispatchEvent(new Event('malha:rows'));
  };

  const makeSortable = (table) => {
    const names = [...table.tHead.rows[0].cells].map((header) => header.textContent);
    for (const row of rowsOf(table)) // what a narrow page shows before each value
      for (const [column, cell] of [...row.cells].entries()) cell.dataset.name = names[column];
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      const button = element('button', {type: 'button', title: 'Sort by this column'}, ...header.childNodes);
      button.addEventListener('click', () => sort(table, column, header));
      header.replaceChildren(button);
    });
  };

  // A choice for each column with data-filter, how many rows are left, and a button for those behind the first ones.
  const makeFilters = (table) => {
    const headers = [...table.tHead.rows[0].cells];
    const columns = headers.map((header, column) => ({header, column})).filter((one) => 'filter' in one.header.dataset);
    const said = element('output', {className: 'faint'});
    said.setAttribute('aria-live', 'polite');
    const choices = [];
    let most = Number(table.dataset.first ?? Infinity);
    const more = element('button', {type: 'button'});
    const apply = () => {
      const rows = rowsOf(table);
      let fitting = 0;
      for (const row of rows) {
        const fits = choices.every(({column, select}) => select.value === '' || keyOf(row, column) === JSON.parse(select.value));
        fitting += fits;
        row.hidden = !fits || fitting > most;
      }
      said.textContent = fitting + ' of ' + rows.length + ' rows';
      more.textContent = `Show all ${fitting} rows`;
      more.hidden = fitting <= most;
      table.dataset.shown = Math.min(fitting, most);
    };
    if (most < Infinity) {
      more.addEventListener('click', () => {
        most = Infinity;
        apply();
      });
      table.addEventListener('malha:rows', apply);
      table.parentElement.after(element('div', {className: 'controls'}, more));
      apply();
    }
    if (columns.length === 0) return;
    const controls = element('div', {className: 'controls'});
    for (const {header, column} of columns) {
      const values = [...new Set(rowsOf(table).map((row) => keyOf(row, column)))].sort(compare);
      if (values.length < 2) continue;
      const select = element('select', {}, element('option', {value: '', textContent: 'all'}));
      for (const value of values)
        select.append(element('option', {
          value: JSON.stringify(value), textContent: value.length > 80 ? value.slice(0, 80) + '…' : value || '(none)'}));
      select.dataset.column = header.textContent;
      select.addEventListener('change', apply);
      choices.push({column, select});
      controls.append(element('label', {}, header.textContent, select));
    }
    if (choices.length === 0) return;
    const all = element('button', {type: 'button', textContent: 'Show all'});
    all.addEventListener('click', () => {
      for (const {select} of choices) select.value = '';
      apply();
    });
    controls.append(all, said);
    table.parentElement.before(controls);
    apply();
  };

  const copy = async (pre, button) => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(pre);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  };

  for (const table of document.querySelectorAll('table[data-live]')) {
    makeFilters(table);
    makeSortable(table);
  }
  for (const pre of document.querySelectorAll('.command > pre')) {
    const button = element('button', {type: 'button', className: 'copy', textContent: 'Copy'});
    button.addEventListener('click', () => copy(pre, button));
    pre.after(button);
  }
})();
