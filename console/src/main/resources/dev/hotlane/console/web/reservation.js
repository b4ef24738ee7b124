/** Reservation: the commands on one id, who sent them, and what was answered. */
import {html, nothing} from '/lib/lit-html.js';
import {NONE, count, shown} from '/format.js';
import {SearchView, address, stamp, ofTenant} from '/search.js';

const moment = ms => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

const state = hold => hold.state === 'held' ? 'held until ' + moment(hold.expiresAt) : hold.state + ' at ' + moment(hold.resolvedAt);

const isOver = hold => hold.state === 'held' && hold.expiresAt <= Date.now();

const answer = (line, id) => {
  if (!line.answer) return NONE;
  const hold = line.answer.holds?.find(one => one.id === id);
  return (line.answer.verdict === 'OK' ? hold ? state(hold) : 'done' : line.answer.verdict) + (line.answer.replayed ? ', as before' : '');
};

const row = (line, id) => html`<tr><td><a href=${address('log', {from: line.offset})}>${line.offset}</a></td><td>${stamp(line)}</td>
  <td class="name"><bdi>${shown(line.principal ?? NONE)}</bdi></td><td class="name"><bdi class="said">${shown(line.words)}</bdi></td><td class="name"><bdi class="said">${shown(answer(line, id))}</bdi></td></tr>`;

export class Reservation extends SearchView {
  constructor(query) {
    super();
    const given = new URLSearchParams(query);
    this.id = given.get('id') ?? '';
    this.params = Object.fromEntries(['id', 'from', 'at'].filter(name => given.get(name)).map(name => [name, given.get(name)]));
    if (this.id) this.search('/reservation', found => this.take(found)).ask(this.params);
  }

  take({step, fault}) {
    this.fault = fault;
    this.step = step ?? this.step;
    this.show();
  }

  view() {
    return html`<h1>Reservation</h1>
      <form class="search" @submit=${event => this.submit(event, 'reservation')}>
        <label>Id of the reservation<input name="id" .value=${this.id} required autocomplete="off" spellcheck="false"></label>
        <label>From time<input name="at" .value=${this.params.at ?? ''} placeholder="start of the log" autocomplete="off" spellcheck="false"></label>
        <button>Show</button></form>
      <div role="status">${this.fault ? html`<p class="alert">${this.fault}</p>` : nothing}</div>
      ${this.step ? this.found(this.step) : this.fault || !this.id ? nothing : html`<p class="quiet">Reading.</p>`}`;
  }

  found(step) {
    const {lines, hold} = step;
    return html`<section><h2>Commands <small>offsets ${count(step.from)} to ${count(step.next - 1)} of a log that ends at ${count(step.end)}; times are UTC</small></h2>
      ${hold ? html`<p>By the newest answer shown: <strong>${state(hold)}</strong>${hold.owner ? html`, owner <bdi>${shown(hold.owner)}</bdi>` : nothing}.
        ${isOver(hold) ? 'That time is past: the hold has expired, unless a later extend or confirm is not shown.' : nothing}</p>` : nothing}
      ${ofTenant(step)}${step.note ? html`<p class="quiet">${step.note}</p>` : nothing}
      ${lines.length === 0 ? html`<p class="quiet">No command names this id among the records that were read.</p>` : html`
      <div class="scroll" tabindex="0" role="region" aria-label="Table of commands"><table class="records">
        <thead><tr><th scope="col">Offset</th><th scope="col">Time</th><th scope="col">By</th><th scope="col">Command</th><th scope="col">Answer</th></tr></thead>
        <tbody>${lines.map(line => row(line, this.id))}</tbody></table></div>`}
      <p class="note">${step.next < step.end ? html`<a href=${address('reservation', {id: this.id, from: step.next})}>Continue at offset ${count(step.next)}</a>. ` : nothing}
        Answers are kept for 10 minutes; an older command has none here. An expiry is no record: the lane expires a hold when its time is over.
        The command hotlane history replays the log and shows it.</p></section>`;
  }
}
