/** Sale: what each stock key has left, and the limits in groups. */
import {html, svg, nothing} from '/lib/lit-html.js';
import {NONE, clock, count, shown} from '/format.js';

const bar = (left, held, sold) => {
  const all = Math.max(1, left + held + sold);
  const x = value => (100 * Math.max(0, value) / all).toFixed(2);
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="part-free" width="100" height="8"></rect>
    <rect class="part-held" width=${x(sold + held)} height="8"></rect>
    <rect class="part-sold" width=${x(sold)} height="8"></rect>`}</svg>`;
};

const soldOut = row => row.left > 0 ? nothing : row.soldOut ? clock(row.soldOut) : 'soldOut' in row ? 'before' : NONE;

const row = one => html`<tr><td class="name"><bdi>${shown(one.key)}</bdi><span class="narrow">${bar(one.left, one.held, one.confirmed)}</span></td>
  <td class="graph wide">${bar(one.left, one.held, one.confirmed)}</td>
  <td class="wide">${count(one.left + one.held + one.confirmed)}</td><td>${count(one.held)}</td><td>${count(one.confirmed)}</td><td>${count(one.left)}</td>
  <td>${soldOut(one)}</td></tr>`;

const sum = (rows, name) => rows.reduce((all, one) => all + one[name], 0);

const tile = (name, value, lead) => html`<div class=${lead ? 'lead' : ''}><dt>${name}</dt><dd>${value}</dd></div>`;

const group = one => html`<tr><td class="name">${one.key === '' ? 'keys without a colon' : html`<bdi>${shown(one.key)}</bdi>`}</td>
  <td>${count(one.keys)}</td><td>${count(one.held)}</td><td>${count(one.confirmed)}</td></tr>`;

/** The limits, folded: one line, and the groups when it is opened. */
const limits = ({rows, fault, more, time}, limited) => {
  if (fault) return html`<p class="note">${fault}</p>`;
  if (!rows?.length) return nothing;
  const keys = sum(rows, 'keys');
  return html`<details class="limits"><summary>Limits: ${count(keys)} ${keys === 1 ? 'key' : 'keys'},
      ${count(sum(rows, 'held'))} held, ${count(sum(rows, 'confirmed'))} confirmed</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of limits"><table>
      <thead><tr><th scope="col">Limits that begin with</th><th scope="col">Keys</th><th scope="col">Held</th><th scope="col">Confirmed</th></tr></thead>
      <tbody>${rows.map(group)}</tbody></table></div>
    <p class="note">As MySQL has it, at log time ${clock(time)}; counted every 10 s.${limited
      ? ' Only groups of which you may read every key, of the first 50 groups and 100\u202f000 limits.'
      : more ? ' The first 50 groups and 100\u202f000 limits; there are more.' : ''}</p></details>`;
};

export const sale = ({now}) => {
  const board = now.sale;
  if (now.stale || board.fault) {
    return html`<h1>Sale</h1><p class="alert">${now.stale ? 'The stock is not shown: the console does not answer.' : board.fault}</p>`;
  }
  const rows = board.rows;
  return html`<h1>Sale</h1>
    <dl class="tiles">
      ${tile('On sale', count(sum(rows, 'left') + sum(rows, 'held') + sum(rows, 'confirmed')))}
      ${tile('Held', count(sum(rows, 'held')))}
      ${tile('Confirmed', count(sum(rows, 'confirmed')), true)}
      ${tile('Left', count(sum(rows, 'left')))}
      ${tile('Keys sold out', count(rows.filter(one => one.left <= 0 && one.held + one.confirmed > 0).length))}
    </dl>
    <section><h2>Stock <small>keys that begin with <bdi>${board.prefix}</bdi></small></h2>
    <p class="key"><span><i class="swatch sold"></i>confirmed</span><span><i class="swatch held"></i>held</span><span><i class="swatch free"></i>left</span></p>
    ${rows.length === 0 ? html`<p class="quiet">No counter has that prefix.</p>` : html`
    <div class="scroll" tabindex="0" role="region" aria-label="Table of stock"><table>
      <thead><tr><th scope="col">Key</th><td class="wide"></td><th scope="col" class="wide">On sale</th><th scope="col">Held</th>
        <th scope="col">Confirmed</th><th scope="col">Left</th><th scope="col">Sold out</th></tr></thead>
      <tbody>${rows.map(row)}</tbody></table></div>`}
    ${now.limited ? html`<p class="note">Only keys that you may read are shown, of the first 200 with that prefix.</p>` : nothing}
    ${board.more && !now.limited ? html`<p class="note">The first ${count(rows.length)} keys; there are more.</p>` : nothing}
    <p class="note">As MySQL has it, at log time ${clock(board.time)}: behind the lane by the age of its flush.</p>
    ${limits(now.limits, now.limited)}</section>`;
};
