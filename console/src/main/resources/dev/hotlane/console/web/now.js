/** Now: rates, times, refusals, and every process that is read. */
import {html, render, nothing} from '/lib/lit-html.js';
import {NONE, age, clock, count, millis, percent, rate} from '/format.js';
import {Plot} from '/plot.js';

const ROWS = 8;

const tile = (name, value, unit, lead) => html`
  <div class=${value === NONE ? 'none' : lead ? 'lead' : ''}><dt>${name}</dt>
    <dd>${value}${value === NONE ? nothing : html`<small>${unit}</small>`}</dd></div>`;

const tiles = point => html`
  <dl class="tiles">
    ${tile('Reserved', rate(point.reserved), '/s', true)}
    ${tile('Confirmed', rate(point.confirmed), '/s')}
    ${tile('Refused', rate(point.refused), '/s')}
    ${tile('p50 of writes', millis(point.p50), 'ms')}
    ${tile('p99 of writes', millis(point.p99), 'ms')}
    ${tile('State thread', percent(point.busy), '%')}
    ${tile('In flight', count(point.inFlight), '')}
    ${tile('Open holds', count(point.holdsOpen), '')}
  </dl>`;

const table = (caption, points, columns) => html`
  <table>
    <thead><tr><th scope="col">${caption}</th>${columns.map(([name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${points.slice(-ROWS).reverse().map(point => html`
      <tr><td>${clock(point.t)}${point.takeOver ? html` <span class="bad">epoch ${point.takeOver}</span>` : nothing}</td>
      ${columns.map(([, value]) => html`<td>${value(point)}</td>`)}</tr>`)}</tbody>
  </table>`;

/** The rows of the table of processes: a name, and the value of a process that answers. */
const ROLES = [
  ['Role', one => one.kind ?? NONE],
  ['Position', one => one.position === 'leading' ? html`<span class="leads">leads</span>` : one.position === 'following' ? 'follows' : one.position ?? NONE],
  ['Epoch', one => one.position === 'leading' || one.epoch > 0 ? count(one.epoch) : NONE],
  ['Digest', (one, leader) => one.name === leader ? 'of the leader' : one.digest === 'equal' ? 'equal' : one.digest === 'differ'
    ? html`<span class="bad">differs</span>` : NONE],
  ['Apply lag, records', one => count(one.applyLag)],
  ['Flush age', one => age(one.flushAgeMs)],
  ['State thread', one => one.busy === undefined ? NONE : percent(one.busy) + '\u202f%'],
  ['Leader last reported', one => age(one.beatAgeMs)],
  ['Reserved/s', one => rate(one.reserved)],
  ['Refused/s', one => rate(one.refused)],
  ['p99 of writes, ms', one => millis(one.p99)],
  ['In flight', one => count(one.inFlight)],
];

const processes = now => html`
  <section><h2>Processes <small>${now.sources.filter(one => one.answers).length} of ${now.sources.length} answer</small></h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of processes">
    <table class="processes"><thead><tr><td></td>${now.sources.map(one => html`
      <th scope="col" class=${one.answers ? '' : 'gone'}>${one.name}<span class="sub">${one.answers ? clock(one.at)
        : one.at ? html`last answer ${clock(one.at)}` : 'never answered'}</span></th>`)}</tr></thead>
    <tbody>
      ${ROLES.map(([name, value]) => html`<tr><th scope="row">${name}</th>${now.sources.map(one => html`
        <td class=${one.answers ? '' : 'gone'}>${one.answers ? value(one, now.leader) : NONE}</td>`)}</tr>`)}
      ${now.sources.some(one => !one.answers) ? html`<tr><th scope="row">Fault</th>${now.sources.map(one => html`
        <td class="name ${one.answers ? '' : 'gone'}">${one.answers ? NONE : one.fault}</td>`)}</tr>` : nothing}
    </tbody></table></div></section>`;

const refusals = now => html`
  <section><h2>Refusals by code</h2>${now.point.answered === undefined ? html`<p class="quiet">Unknown now.</p>` : now.refusals.length === 0 ? html`<p class="quiet">None in the last second.</p>` : html`
    <table><thead><tr><th scope="col">Code</th><th scope="col">per second</th></tr></thead>
    <tbody>${now.refusals.map(one => html`<tr><td>${one.code}</td><td>${rate(one.rate)}</td></tr>`)}</tbody></table>`}</section>`;

const takeOvers = now => html`
  <section><h2>Take-overs</h2>${now.takeOvers.length === 0 ? html`<p class="quiet">None since the console started.</p>` : html`
    <table><thead><tr><th scope="col">Time</th><th scope="col">Epoch</th><th scope="col">Leader</th></tr></thead>
    <tbody>${now.takeOvers.map(one => html`<tr><td>${clock(one.time)}</td><td>${one.epoch}</td><td>${one.leader}</td></tr>`)}</tbody></table>`}</section>`;

const key = names => html`<p class="key"><span class="first"><i></i>${names[0]}</span><span class="second"><i></i>${names[1]}</span>
  <span class="kill"><i></i>take-over</span></p>`;

const gone = now => ({...now, point: {}, leader: null, refusals: [], sources: now.sources.map(one => ({name: one.name, at: one.at, answers: false,
  fault: 'the console does not answer'}))});

export class Now {
  draw(main, {now, points}) {
    const shown = now.stale ? gone(now) : now;
    const point = shown.point;
    render(html`
      <h1>Now</h1>
      ${!now.stale && shown.leader === null ? html`<p class="alert">No process that answers leads.</p>` : nothing}
      ${tiles(point)}
      <section><h2>Sales per second</h2>
        <div class="pair"><div>${key(['reserved', 'confirmed'])}<div class="plot" id="sales"></div></div>
        ${table('Time', points, [['reserved', one => rate(one.reserved)], ['confirmed', one => rate(one.confirmed)], ['refused', one => rate(one.refused)]])}
        </div></section>
      <section><h2>Time of a write <small>ms</small></h2>
        <div class="pair"><div>${key(['p99', 'p50'])}<div class="plot" id="times"></div></div>
        ${table('Time', points, [['p50 ms', one => millis(one.p50)], ['p99 ms', one => millis(one.p99)], ['busy %', one => percent(one.busy)]])}
        </div></section>
      ${processes(shown)}
      <div class="three">${refusals(shown)}${takeOvers(shown)}</div>
      <footer>Rates and times are sums over the gateways that answer, from differences of their counts. Lines of batches are not among reserved and confirmed.</footer>`, main);
    this.sales ??= new Plot(document.getElementById('sales'), 'Reserved and confirmed per second, last 300 s', ['reserved', 'confirmed'], 1, rate);
    this.times ??= new Plot(document.getElementById('times'), 'p99 and p50 of writes in ms, last 300 s', ['p99', 'p50'], 0.001, value => value === 0 ? '0' : value < 10 ? String(+value.toFixed(1)) : count(value));
    this.sales.give(points);
    this.times.give(points);
  }

  remove() {
    this.sales?.remove();
    this.times?.remove();
  }
}
