'use strict';
// Shows what a mapping did: the values of each input, the records made of them, and the spec's rules between the two.

/** How many elements of a list are shown at first. */
const SHOWN = 50;
/** Structures deeper than this are shown as their text: browsers lay out very deep trees slowly or not at all. */
const DEEPEST = 100;
/** How many characters of a value are shown at first. */
const LONGEST = 300;
const MARKS = { mapped: '✓', passed: '✓', ignored: '–', unmapped: '✗', failed: '✗' };
const byId = id => document.getElementById(id);
const report = byId('report');
const search = byId('search');
const data = JSON.parse(byId('rkmap-data').textContent);

// --- Text and elements ---

const UNSEEN = /[\0-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\uFFF9-\uFFFB\p{Cs}\p{DI}]/gu;
const JOINERS = /[\u200C\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
const escapeCharacter = one => (JOINERS.test(one) ? one : `\\u{${one.codePointAt(0).toString(16).toUpperCase()}}`);
/** Control characters and those that turn the direction of writing are written out, so that no value can hide or forge text. */
const visible = text => String(text).replace(UNSEEN, escapeCharacter);

/** Texts are only ever added as text nodes, so nothing in the data becomes markup. */
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const key in attributes) if (attributes[key] !== undefined) made.setAttribute(key, attributes[key]);
  made.append(...children.filter(child => child !== undefined));
  return made;
};
const span = (className, text) => element('span', { class: className }, visible(text));
const button = (attributes, ...children) => element('button', { type: 'button', ...attributes }, ...children);
/** A long text shows its beginning; all of it is there for the search, for copying and while it is pinned. */
const longText = text => {
  if (text.length <= LONGEST) return [span('text', text)];
  const rest = text.slice(LONGEST);
  return [span('text', text.slice(0, LONGEST)), span('text rest', rest), span('tag cut', `… ${rest.length} more characters`)];
};
const addTo = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

// --- Long lists ---

/** What is searched for, in lower case; empty without a search. */
let wanted = '';
const lists = [];

const makeUpTo = (list, count) => {
  for (let index = list.made; index < count; index += 1) {
    const item = list.items[index];
    item.element = list.make(item);
    list.holder.append(item.element);
  }
  list.made = Math.max(list.made, count);
};

/** Without a search the first items are visible; with one, those that match, wherever they stand. */
const updateList = list => {
  makeUpTo(list, wanted ? list.items.length : Math.min(list.limit, list.items.length));
  list.items.slice(0, list.made).forEach((item, index) => {
    item.element.hidden = wanted ? !item.matches : index >= list.limit;
    if (item.inner) item.inner.hidden = item.element.hidden;
    if (item.details) openForSearch(item);
  });
  if (!list.more) return;
  list.more.hidden = wanted !== '' || list.limit >= list.items.length;
  list.more.textContent = `Show ${Math.min(1000, list.items.length - list.limit)} more of ${list.items.length}`;
};

/** A folded structure opens while something in it matches. */
const openForSearch = node => {
  if (wanted && node.matches && !node.details.open) node.details.open = node.isOpenForSearch = true;
  else if (!wanted && node.isOpenForSearch) node.details.open = node.isOpenForSearch = false;
};

/** The button goes away or is far below afterwards, so the focus moves to the first new item. */
const showMore = list => {
  const first = list.items[list.limit];
  list.limit += 1000;
  updateList(list);
  relight();
  (first.element.tabIndex === 0 ? first.element : first.element.querySelector('[tabindex], button, summary'))?.focus();
};

/** Adds a list to an element that already has a parent: the button for the rest stands after it. */
const addList = (holder, items, make, isMadeAtOnce) => {
  const list = { holder, items, make, made: 0, limit: SHOWN };
  lists.push(list);
  items.forEach((item, index) => Object.assign(item, { list, index }));
  if (items.length > SHOWN) {
    list.more = button({ class: 'more' });
    list.more.addEventListener('click', () => showMore(list));
    (holder.closest('table') ?? holder).after(list.more);
  }
  if (isMadeAtOnce) makeUpTo(list, items.length);
  updateList(list);
};

const reveal = item => {
  if (!item.list || item.index < item.list.limit) return;
  item.list.limit = item.index + 1;
  updateList(item.list);
};

// --- The source as a tree ---

const pathAfter = (path, key) => {
  if (!/^[\w\-+$/]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path ? `${path}.${key}` : key;
};

const textOf = raw => {
  try {
    return JSON.parse(raw);
  } catch {
    return raw.slice(1, -1);
  }
};

/** Reads JSON without changing a value: JSON.parse would round numbers, and lose all but one of equal keys. */
const treeOf = (text, makeNode) => {
  const pattern = /\s*(?:([{}[\],:])|("[^"\\]*(?:\\[^][^"\\]*)*")|([^\s{}[\],:"]+))/gy;
  const next = () => (pattern.exec(text) ?? [])[0]?.trim();
  const readMembers = (node, isObject) => {
    const end = isObject ? '}' : ']';
    for (let token = next(); token !== end; token = next()) {
      if (token === ',') continue;
      if (token === undefined || (isObject && (token[0] !== '"' || next() !== ':'))) throw new SyntaxError('not JSON');
      const key = isObject ? textOf(token) : String(node.children.length);
      const pointer = `${node.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const path = isObject ? pathAfter(node.path, key) : `${node.path}[]`;
      node.children.push(read(isObject ? next() : token, { key, pointer, path, parent: node, depth: node.depth + 1 }));
    }
  };
  const read = (token, node) => {
    if (token === undefined || ']},:'.includes(token)) throw new SyntaxError('not JSON');
    const start = pattern.lastIndex - token.length;
    if (token === '{' || token === '[') {
      node.children = [];
      node.kind = token;
      readMembers(node, token === '{');
      if (node.children.length === 0) delete node.children;
    }
    node.raw = node.children && node.depth < DEEPEST ? '' : text.slice(start, pattern.lastIndex).trim();
    makeNode(node);
    return node;
  };
  return read(next(), { key: 'document', pointer: '', path: '', depth: 0 });
};

// --- The model of an input: values, records, cells and what belongs together ---

const cellsBySource = new Map();
const nodesBySource = new Map();
const cellsByRule = new Map();
const recordsByRule = new Map();

const addDocument = (input, document, number) => {
  const several = input.documents.length > 1;
  const sourceOf = pointer => `${input.file}#${several ? `${number}#` : ''}${pointer}`;
  const makeNode = node => {
    node.type = 'value';
    node.source = sourceOf(node.pointer);
    node.input = input;
    node.state = node.children ? 'mapped' : document.states?.[node.pointer] ?? 'unmapped';
    node.isMapped = node.children ? node.children.some(child => child.isMapped) : /^(mapped|failed)$/.test(node.state);
    addTo(nodesBySource, node.source, node);
  };
  const addCell = (record, cell) => {
    const from = (cell.from ?? []).map(sourceOf);
    const made = { ...cell, type: 'cell', record, input, from, rules: [cell.rule, ...(cell.rules ?? [])] };
    record.cells.push(made);
    for (const source of new Set(from)) addTo(cellsBySource, source, made);
    for (const rule of new Set(made.rules)) addTo(cellsByRule, rule, made);
  };
  const start = input.records.length;
  for (const given of document.records ?? []) {
    const owner = given.parent === undefined ? undefined : input.records[start + given.parent];
    const place = { number: input.firstRecord + input.records.length, owner, depth: owner ? owner.depth + 1 : 0 };
    const record = { ...given, ...place, type: 'record', input, source: sourceOf(given.pointer), cells: [] };
    input.records.push(record);
    addTo(recordsByRule, given.rule, record);
    for (const cell of given.cells) addCell(record, cell);
  }
  try {
    const root = treeOf(document.text, makeNode);
    if (several) root.key += ` ${number}`;
    return root;
  } catch {
    // Not JSON, or too deep to read: the text is still worth showing.
    const root = { key: 'text', pointer: '', path: '', depth: 0, raw: document.text };
    makeNode(root);
    return root;
  }
};

/** Made when an input is first shown or searched. */
const model = input => {
  if (input.roots) return;
  input.records = [];
  input.roots = input.documents.map((document, index) => addDocument(input, document, index + 1));
};

/** Large pages hold the documents of an input as gzip in base64, which is unpacked when they are first needed. */
const unpack = async input => {
  const bytes = Uint8Array.from(atob(input.packed), character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  input.documents = JSON.parse(await new Response(stream).text());
};

/** Runs at once when the documents are there, so that plain pages are complete as soon as they are loaded. */
const withDocuments = (some, run) => {
  const packed = some.filter(input => !input.documents);
  if (packed.length === 0) return run();
  const fail = error => byId('lineage').replaceChildren(`The data of this page cannot be unpacked: ${visible(error)}`);
  return Promise.all(packed.map(unpack)).then(run, fail);
};

// --- Lineage ---

/** The item that each element shows, for finding it by what is pointed at. */
const items = new WeakMap();
const rules = new Map();
let pinned, current;
let lit = new Set();

const itemAt = target => {
  for (let one = target; one instanceof Element; one = one.parentElement) if (items.has(one)) return items.get(one);
  return undefined;
};

/** A value inside a structure that was taken as a whole belongs to the cells of the structure. */
const cellsOfValue = node => {
  if (cellsBySource.has(node.source)) return cellsBySource.get(node.source);
  return node.parent && node.isMapped ? cellsOfValue(node.parent) : [];
};

const cellsOf = item => {
  if (item.type === 'cell') return [item];
  if (item.type === 'rule') return cellsByRule.get(item.rule) ?? [];
  return item.type === 'value' ? cellsOfValue(item) : [];
};

const valuesOf = cell => {
  const found = [];
  const addWithInner = node => {
    found.push(node);
    for (const child of node.children ?? [])
      if (child.isMapped && !cellsBySource.has(child.source)) addWithInner(child);
  };
  for (const source of cell.from) (nodesBySource.get(source) ?? []).forEach(addWithInner);
  return found;
};

const recordsOf = item => (item.type === 'record' ? [item] : (item.type === 'rule' && recordsByRule.get(item.rule)) || []);

/** All that belongs to an item, as elements; what no list has made yet has none. */
const linkedTo = item => {
  const found = new Set(item.element ? [item.element] : []);
  const add = one => one.element && found.add(one.element);
  const addRule = name => (rules.get(name) ?? []).forEach(add);
  if (item.type === 'rule') addRule(item.rule);
  for (const cell of cellsOf(item)) {
    add(cell);
    cell.rules.forEach(addRule);
    if (item.type !== 'value') valuesOf(cell).forEach(add);
  }
  for (const record of recordsOf(item)) {
    add(record);
    addRule(record.rule);
    (nodesBySource.get(record.source) ?? []).forEach(add);
  }
  return found;
};

const cellName = cell => `${cell.record.target}.${cell.attribute}`;

const summaryOf = item => {
  const targets = [...new Set(cellsOf(item).map(cellName))].slice(0, 4).join(', ');
  if (item.type === 'value') return `${item.source} (${item.state})${targets && ` → ${targets}`}`;
  if (item.type === 'rule') return `${item.rule}, ${plural(item.hits, 'hit')}${targets && ` → ${targets}`}`;
  if (item.type === 'record') return `${item.target} ${item.key ?? ''} from ${item.source}, rule ${item.rule}`;
  return `${cellName(item)} ← ${item.from.slice(0, 4).join(', ') || 'no value of the input'}, rule ${item.rule}`;
};

const HINT = 'Point at a value, a cell or a rule to see what belongs to it. Click or Enter pins, Escape unpins, arrow keys move.';

const light = item => {
  current = item;
  const next = item ? linkedTo(item) : new Set();
  for (const one of lit) if (!next.has(one)) one.removeAttribute('data-lit');
  for (const one of next) one.setAttribute('data-lit', '');
  lit = next;
  byId('lineage').textContent = item ? visible(summaryOf(item)) : HINT;
};
const relight = () => light(current);

const setPinned = item => {
  pinned?.element.removeAttribute('data-pinned');
  pinned = item;
  pinned?.element.setAttribute('data-pinned', '');
  report.classList.toggle('is-pinned', pinned !== undefined);
  byId('free').hidden = pinned === undefined;
};

const free = () => {
  setPinned(undefined);
  light(undefined);
};

const bring = (one, block) => one.scrollIntoView?.({ block });

const revealValue = node => {
  if (node.parent) revealValue(node.parent);
  reveal(node);
  if (node.details) node.details.open = true;
};

/** Pinning is asking to see: the other columns are brought to what belongs to the item. */
const pin = item => {
  const cell = cellsOf(item).find(one => one.input === shownInput);
  if (cell) {
    reveal(cell.record);
    reveal(cell);
    valuesOf(cell).forEach(node => node.parent && revealValue(node.parent));
    valuesOf(cell).forEach(reveal);
  }
  setPinned(item);
  light(item);
  for (const type of ['value', 'cell', 'rule'])
    if (type !== item.type) bring([...lit].find(one => items.get(one).type === type) ?? item.element, 'nearest');
  if (item.type === 'value' && item.source.isWellFormed?.()) history.replaceState(null, '', `#${encodeURI(item.source)}`);
};

// --- Pointer and keyboard ---

let pointer = '';

/** Scrolling moves elements below a pointer that rests; only a pointer that moved points at something. */
const hasMoved = event => {
  const place = `${event.screenX},${event.screenY}`;
  const isSame = place === pointer && event.isTrusted;
  pointer = place;
  return !isSame;
};

const COLUMNS = ['value', 'cell', 'rule'];
const PLACES = { value: '.source', cell: '.result', rule: '#spec' };
const visibleStops = place => [...place.querySelectorAll('[tabindex="0"]')].filter(one => one.checkVisibility());

/** Up and down go through a column, left and right to what belongs to the item in the next one. */
const nextStop = (from, key) => {
  const item = items.get(from);
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = visibleStops(from.closest('.pane, #spec'));
    return column[column.indexOf(from) + step];
  }
  const type = COLUMNS[COLUMNS.indexOf(item.type === 'record' ? 'cell' : item.type) + step];
  const linked = [...linkedTo(item)].find(one => items.get(one).type === type && one.checkVisibility());
  const column = type && (type === 'rule' ? report : shownInput?.body)?.querySelector(PLACES[type]);
  return linked ?? (column ? visibleStops(column)[0] : undefined);
};

const onKey = event => {
  if (event.key === 'Escape') free();
  if (!items.has(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter' || event.key === ' ') pin(items.get(event.target));
  else if (event.key.startsWith('Arrow')) nextStop(event.target, event.key)?.focus();
  else return;
  event.preventDefault();
};

const listen = () => {
  document.addEventListener('mouseover', event => {
    if (!pinned && hasMoved(event)) light(itemAt(event.target) ?? itemAt(document.activeElement));
  });
  // Scrolling brings other elements under a pointer that rests: its place is that of its last move.
  document.addEventListener('mousemove', event => (pointer = `${event.screenX},${event.screenY}`));
  document.addEventListener('focus', event => !pinned && itemAt(event.target) && light(itemAt(event.target)), true);
  document.addEventListener('click', event => {
    const item = itemAt(event.target);
    if (item && !event.target.closest('button, a')) pin(item);
  });
  document.addEventListener('keydown', onKey);
  search.addEventListener('input', () => withDocuments(search.value ? inputs : [], runSearch));
  window.addEventListener('hashchange', () => openAddress());
};

// --- Inputs ---

const inputs = data.inputs.filter(input => input.state === 'failed');
inputs.push(...data.inputs.filter(input => input.state !== 'failed'));
let shownInput;

/** An element that names what it shows can be lit and reached by Tab. */
const itemElement = (item, name, attributes, ...children) => {
  const made = element(name, { tabindex: 0, ...attributes }, ...children);
  items.set(made, item);
  return made;
};

const sourceAttributes = node => ({ 'data-source': node.source, 'data-state': node.state });

const leafItem = node => {
  const tag = node.state === 'failed' ? span('tag', 'failed') : undefined;
  const parts = [span('mark', MARKS[node.state]), ' ', span('key', node.key), ' ', ...longText(node.raw), ' ', tag];
  return itemElement(node, 'li', sourceAttributes(node), ...parts);
};

const isAllIgnored = node => (node.children ? node.children.every(isAllIgnored) : node.state === 'ignored');
const sizeOf = node => (node.kind === '{' ? `{${node.children.length}}` : `[${node.children.length}]`);

/** A structure without mapped values is folded; one that a cell came from is itself a value. */
const structureItem = node => {
  const isSource = cellsBySource.has(node.source);
  const mark = isSource ? 'mapped' : node.isMapped ? '' : isAllIgnored(node) ? 'ignored' : 'unmapped';
  const name = [span(`mark ${mark}`, MARKS[mark] ?? ''), ' ', span('key', node.key), ' ', span('size', sizeOf(node))];
  const list = element('ul', {});
  node.details = element('details', node.isMapped ? { open: '' } : {}, element('summary', {}, ...name), list);
  addList(list, node.children, valueItem);
  return isSource ? itemElement(node, 'li', sourceAttributes(node), node.details) : element('li', {}, node.details);
};

const valueItem = node => (node.children && node.depth < DEEPEST ? structureItem(node) : leafItem(node));

const cellItem = cell => {
  const names = { 'data-cell': `${cell.record.number}.${cell.attribute}`, 'data-rule': cell.rule };
  const value = cell.value === undefined ? [span('tag', 'absent')] : longText(cell.value);
  const steps = cell.text?.split('\n').map(visible).join('\n');
  const parts = [span('key', cell.attribute), ' ', ...value, cell.hidden ? span('tag', ' hidden') : undefined];
  if (steps) parts.push(element('span', { class: 'steps' }, steps));
  return itemElement(cell, 'li', { ...names, 'data-from': cell.from.join('\n') }, ...parts);
};

const recordItem = record => {
  const owner = record.owner ? span('tag', ` of ${record.owner.target} ${record.owner.key ?? `#${record.owner.number}`}`) : undefined;
  const title = [element('b', {}, visible(record.target)), ' ', span('text', record.key ?? ''), owner];
  const head = itemElement(record, 'p', {}, ...title);
  const cells = element('ul', {});
  const attributes = { 'data-record': record.number, 'data-target': record.target, class: `depth-${Math.min(record.depth, 4)}` };
  const made = element('li', attributes, head, cells);
  items.set(made, record);
  addList(cells, record.cells, cellItem);
  return made;
};

/** A part of an input with a heading, which names it. */
const part = (input, name, title, ...children) => {
  const id = `input-${input.number}-${name}`;
  return element('section', { 'aria-labelledby': id, class: `pane ${name}` }, element('h4', { id }, title), ...children);
};

/** Lines that are equal on both sides are folded when they are many, as what differs is what matters. */
const diffPart = input => {
  const lineOf = line => {
    const text = line.text.split('\t').map(visible).join('\t');
    if (line.op === 'same') return element('span', {}, `  ${text}\n`);
    return element(line.op, {}, `${line.op === 'ins' ? '+' : '-'} ${text}\n`);
  };
  const runs = [];
  for (const line of input.diff) {
    const last = runs.at(-1);
    if (last && (last[0].op === 'same') === (line.op === 'same')) last.push(line);
    else runs.push([line]);
  }
  const lines = runs.map(run => {
    if (run[0].op !== 'same' || run.length <= 8) return element('pre', {}, ...run.map(lineOf));
    return element('details', {}, element('summary', {}, `${run.length} equal lines`), element('pre', {}, ...run.map(lineOf)));
  });
  const title = 'Expected (-) against actual (+)';
  return part(input, 'difference', title, element('div', { 'data-diff': input.file }, ...lines));
};

const build = input => {
  model(input);
  if (input.diff?.length) input.body.append(diffPart(input));
  const values = element('ul', {});
  const columns = element('div', { class: 'columns' }, part(input, 'source', 'Source', values));
  input.body.append(columns);
  addList(values, input.roots, valueItem);
  if (input.roots.length === 0) values.replaceWith(element('p', {}, 'Nothing could be read.'));
  if (!input.documents.some(document => document.records)) return;
  const records = element('ul', { class: 'records' });
  columns.append(part(input, 'result', `Records (${input.records.length})`, records));
  addList(records, input.records, recordItem);
};

/** Makes an input when it is first shown; only one is visible, so the columns stay side by side. */
const show = (input, then) =>
  withDocuments([input], () => {
    if (!input.body.hasChildNodes()) build(input);
    for (const other of inputs) {
      other.body.hidden = other !== input;
      other.opener.setAttribute('aria-expanded', String(other === input));
    }
    shownInput = input;
    reveal(input);
    if (wanted) runSearch();
    relight();
    then?.();
  });

const inputItem = input => {
  const percent = input.percent ?? undefined;
  const label = `source paths mapped in ${visible(input.file)}`;
  const meter = element('meter', { min: 0, max: 100, value: percent ?? 0, 'aria-label': label });
  input.opener = button({ 'data-open': input.file, 'aria-expanded': 'false' });
  input.opener.append(span('mark', MARKS[input.state]), ' ', span('tag', input.state), ' ', span('file', input.file));
  input.opener.addEventListener('click', () => show(input));
  const id = `input-${input.number}`;
  const percentText = percent === undefined ? 'no paths' : `${percent.toFixed(1)} %`;
  const count = input.findings?.length ? plural(input.findings.length, 'finding') : '';
  const head = element('div', { class: 'head' }, element('h3', { id }, input.opener), meter, span('', percentText), span('tag', count));
  input.body = element('div', { class: 'body', hidden: '' });
  return element('section', { 'data-input': input.file, 'data-state': input.state, 'aria-labelledby': id }, head, input.body);
};

// --- Going to a value ---

const goTo = one => {
  bring(one, 'center');
  one.focus({ preventScroll: true });
};

/** A search could hide the value, and a pin would keep another one lit, so both end. */
const clearForVisit = () => {
  setPinned(undefined);
  if (!wanted) return;
  search.value = '';
  runSearch();
};

const goToValue = node => {
  if (node.parent) revealValue(node.parent);
  reveal(node);
  goTo(items.has(node.element) ? node.element : node.element.querySelector('summary'));
  light(node);
};

/** Which value is meant may depend on how many documents there are, which is known only when the input is shown. */
const openValue = (input, sourceFor, then) => {
  clearForVisit();
  show(input, () => {
    const node = (nodesBySource.get(sourceFor(input)) ?? [])[0];
    if (node) goToValue(node);
    else goTo(input.opener);
    then?.();
  });
};

const sourceOfPlace = place => input =>
  `${input.file}#${input.documents.length > 1 ? `${place.document ?? 1}#` : ''}${place.pointer}`;

const openFinding = finding => {
  if (finding.input && finding.pointer !== undefined) return openValue(finding.input, sourceOfPlace(finding));
  clearForVisit();
  const rule = rules.get(finding.rule)?.[0];
  if (finding.input) show(finding.input, () => !rule && goTo(finding.input.opener));
  if (!rule) return undefined;
  goTo(rule.element);
  return light(rule);
};

/** The address as typed, and as it is when a browser encoded it; a percent sign may also stand for itself. */
const addressForms = () => {
  const raw = location.hash.slice(1);
  try {
    return [raw, decodeURIComponent(raw)];
  } catch {
    return [raw];
  }
};

/** Opens what `#FILE#POINTER` names; names of files may hold `#`, so the longest that fits is meant. */
function openAddress(then) {
  const forms = addressForms();
  const fits = one => forms.some(source => source === one.file || source.startsWith(`${one.file}#`));
  const input = inputs.filter(fits).sort((a, b) => b.file.length - a.file.length)[0];
  if (input) openValue(input, () => forms.find(source => nodesBySource.has(source)), then);
  return input !== undefined;
}

// --- Search ---

const includesWanted = (holder, texts) => {
  holder.searched ??= texts().filter(text => text !== undefined && text !== null).join('\n').toLowerCase();
  return holder.searched.includes(wanted);
};

const textsOfValue = node => {
  const own = [node.pointer, node.path, visible(node.raw), /^".*\\/.test(node.raw) ? textOf(node.raw) : undefined];
  return own.concat(cellsOfValue(node).flatMap(cell => [cell.record.target, cell.rule]));
};

/** Marks the values that match, and the structures around them, and says how many values match. */
const matchValue = node => {
  let count = 0;
  for (const child of node.children ?? []) count += matchValue(child);
  const isValue = !node.children || node.depth >= DEEPEST || cellsBySource.has(node.source);
  if (isValue && (count > 0 || includesWanted(node, () => textsOfValue(node)))) count += 1;
  node.matches = count > 0;
  return count;
};

const matchRecord = record => {
  const textsOf = cell => [record.target, record.key, cell.rule, cell.attribute, cell.value, ...cell.from.map(source => source.slice(record.input.file.length))];
  let count = 0;
  for (const cell of record.cells) {
    cell.matches = includesWanted(cell, () => textsOf(cell));
    count += cell.matches ? 1 : 0;
  }
  record.matches = count > 0 || (record.cells.length === 0 && record.target.toLowerCase().includes(wanted));
  return count;
};

const matchInput = input => {
  model(input);
  let count = 0;
  for (const root of input.roots) count += matchValue(root);
  for (const record of input.records) count += matchRecord(record);
  input.matches = count > 0 || input.file.toLowerCase().includes(wanted);
  return count;
};

const matchOne = (item, texts) => {
  item.matches = includesWanted(item, texts);
  return item.matches ? 1 : 0;
};

/** What counts as a match: a source path, a finding, a rule, a value, a cell; in inputs that are not shown, too. */
function runSearch() {
  wanted = search.value.toLowerCase();
  let count = 0;
  if (wanted) {
    for (const row of rows) count += matchOne(row, () => [row.row.dataset.path, row.row.textContent, ...(row.rules ?? [])]);
    for (const one of findings) count += matchOne(one, () => [one.code, one.message, one.place, one.pointer, one.rule]);
    for (const one of specRules) count += matchOne(one, () => [one.rule]);
    for (const input of inputs) count += matchInput(input);
  }
  for (const one of specRules) one.element.toggleAttribute('data-found', wanted !== '' && one.matches);
  for (const list of lists) updateList(list);
  relight();
  byId('search-count').textContent = wanted ? String(count) : '';
}

// --- The page ---

const findingItem = finding => {
  const names = { 'data-code': finding.code, 'data-severity': finding.severity, 'data-place': finding.place };
  finding.inner = button(names, span('severity', finding.severity), ' ', span('code', finding.code), ' ');
  finding.inner.append(span('place', finding.place ?? ''), ' ', span('message', finding.message));
  finding.inner.addEventListener('click', () => openFinding(finding));
  return element('li', {}, finding.inner);
};

const findings = [...(data.findings ?? [])];
for (const input of inputs) findings.push(...(input.findings ?? []).map(finding => ({ ...finding, input })));
/** A path of the coverage, which may be kept for some descriptors only. */
const pathKey = (set, path) => JSON.stringify([set ?? '', path]);
const paths = new Map((data.coverage?.paths ?? []).map(path => [pathKey(path.for, path.path), path]));
const rows = [...report.querySelectorAll('#coverage [data-path]')].map(row => ({ row, ...paths.get(pathKey(row.dataset.for, row.dataset.path)) }));

/** The place of an example becomes a button that goes there. */
const coverageRow = ({ row, example }) => {
  const place = row.lastElementChild;
  const input = example && inputs.find(one => one.file === example.file);
  if (!input || !place) return row;
  const opener = button({ class: 'link' }, place.textContent);
  opener.addEventListener('click', () => openValue(input, sourceOfPlace(example)));
  place.replaceChildren(opener);
  return row;
};

/** The rules as they stand in the spec, which stay visible in a search. */
const specRules = [];

const addRules = () => {
  for (const one of report.querySelectorAll('#spec [data-rule]')) {
    const item = { type: 'rule', rule: one.dataset.rule, hits: Number(one.dataset.hits), element: one };
    items.set(one, item);
    addTo(rules, item.rule, item);
    specRules.push(item);
    one.title = visible(`${item.rule}: ${plural(item.hits, 'hit')}`);
  }
};

/** Says in words what is lit, also for those who hear the page. */
const addStatus = () => {
  const stop = button({ id: 'free', hidden: '' }, 'Unpin (Esc)');
  stop.addEventListener('click', free);
  report.append(element('div', { id: 'status' }, element('p', { id: 'lineage', role: 'status' }), stop));
};

/** The number of a record counts through the whole page, in the order in which the inputs were given. */
const numberInputs = () => {
  let next = 1;
  data.inputs.forEach((input, index) => {
    input.number = index + 1;
    input.firstRecord = next;
    next += input.count ?? (input.documents ?? []).reduce((sum, document) => sum + (document.records?.length ?? 0), 0);
  });
};

const start = () => {
  addStatus();
  light(undefined);
  addRules();
  numberInputs();
  if (rows.length) addList(rows[0].row.parentElement, rows, coverageRow, true);
  const findingList = report.querySelector('#findings ul');
  if (findingList) addList(findingList, findings, findingItem);
  if (findingList && findings.length === 0) findingList.replaceWith(element('p', {}, 'No findings.'));
  const holder = element('div', {});
  byId('inputs').append(holder);
  addList(holder, inputs, inputItem, true);
  listen();
  const isReady = () => report.setAttribute('data-ready', 'true');
  if (inputs.length === 0) isReady();
  else if (!openAddress(isReady)) show(inputs[0], isReady);
};
start();
