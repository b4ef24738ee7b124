/** Log: records in words, by offset, time, key, id or principal; a step at a time, or as the log grows. */
import {html, nothing} from '/lib/lit-html.js';
import {count, shown} from '/format.js';
import {SearchView, address, stamp, ofTenant} from '/search.js';

const LINES = 1_000;
const NAMES = ['from', 'at', 'key', 'id', 'principal', 'ticks'];

const field = (name, text, value, hint) => html`<label>${text}<input name=${name} .value=${value ?? ''} placeholder=${hint} autocomplete="off" spellcheck="false"></label>`;

const row = line => html`<tr>
  <td><a href=${address('log', {from: line.offset, ticks: line.kind === 'TICK' ? 1 : ''})}>${line.offset}</a></td><td>${stamp(line)}</td>
  <td class=${line.kind === 'GARBAGE' ? 'wide bad' : 'wide'}>${line.kind}</td>
  <td class="name">${line.id ? html`<a href=${address('reservation', {id: line.command === 'transact' ? line.id : line.target ?? line.id})}><bdi>${shown(line.id)}</bdi></a> ` : nothing}
    ${line.principal ? html`by <bdi>${shown(line.principal)}</bdi> ` : nothing}<bdi class="said">${shown(line.words)}</bdi></td></tr>`;

export class Log extends SearchView {
  constructor(query) {
    super();
    const given = new URLSearchParams(query);
    this.params = Object.fromEntries(NAMES.filter(name => given.has(name)).map(name => [name, given.get(name)]));
    this.follow = given.has('follow');
    this.lines = [];
    this.steps = this.search('/log', answer => this.take(answer));
    this.steps.ask(this.params);
  }

  take({step, fault}) {
    this.fault = fault;
    if (step) {
      this.first ??= step.from;
      this.lines = [...this.lines, ...step.lines].slice(-LINES);
      this.step = step;
      if (this.follow) this.steps.later({...this.rest(), from: step.next});
    }
    this.show();
  }

  rest() {
    const {from, at, ...others} = this.params;
    return others;
  }

  view() {
    const {params, step} = this;
    return html`<h1>Log</h1>
      <form class="search" @submit=${event => this.submit(event, 'log')}>
        ${field('from', 'From offset', params.from, 'newest')}${field('at', 'From time', params.at, '14:05, UTC')}
        ${field('key', 'Key', params.key, 'any')}${field('id', 'Id', params.id, 'any')}${field('principal', 'Principal', params.principal, 'any')}
        <label class="check"><input type="checkbox" name="ticks" value="1" .checked=${'ticks' in params}>with TICKs</label>
        <label class="check"><input type="checkbox" name="follow" value="1" .checked=${this.follow}>follow</label>
        <button>Search</button></form>
      <div role="status">${this.fault ? html`<p class="alert">${this.fault}</p>` : nothing}</div>
      ${step ? this.found(step) : this.fault ? nothing : html`<p class="quiet">Reading.</p>`}`;
  }

  found(step) {
    const more = !this.follow && step.next < step.end;
    return html`<section><h2>Records <small>offsets ${count(this.first)} to ${count(step.next - 1)} of a log that ends at ${count(step.end)}; times are UTC</small></h2>
      ${ofTenant(step)}${step.note ? html`<p class="quiet">${step.note}</p>` : nothing}
      ${this.lines.length === 0 ? html`<p class="quiet">No record fits among those that were read.</p>` : html`
      <div class="scroll" tabindex="0" role="region" aria-label="Table of records"><table class="records">
        <thead><tr><th scope="col">Offset</th><th scope="col">Time</th><th scope="col" class="wide">Kind</th><th scope="col">Record</th></tr></thead>
        <tbody>${(this.follow ? [...this.lines].reverse() : this.lines).map(row)}</tbody></table></div>`}
      <p class="note">${more ? html`<a href=${address('log', {...this.rest(), from: step.next})}>Continue at offset ${count(step.next)}</a>`
        : this.follow ? 'New records appear here. The newest is first.' : 'This is the end of the log.'}</p></section>`;
  }
}
