/** Care: the rules of the lane, and commands of an operator to copy. Nothing is run from here. */
import {html, nothing} from '/lib/lit-html.js';
import {count, shown} from '/format.js';
import {SearchView} from '/search.js';

const number = (name, text) => name === 'hashSeed' ? BigInt.asUintN(64, BigInt(text)).toString(16).padStart(16, '0')
  : name.endsWith('Version') ? text : count(Number(text));

export class Care extends SearchView {
  constructor() {
    super();
    this.copied = '';
    // The commands are there at once; the rules are read from Kafka and MySQL.
    this.search('/care', answer => this.take('sheet', answer)).ask({});
    this.search('/care', answer => this.take('found', answer)).ask({rules: 1});
  }

  take(name, answer) {
    this[name] = answer;
    this.show();
  }

  /** The clipboard is there on loopback and by https; else the text is selected. */
  async copy(event, text) {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(text);
      this.copied = 'Copied.';
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
      this.copied = 'Selected: copy it with Ctrl+C.';
    }
    this.of = text;
    this.show();
  }

  view() {
    return html`<h1>Care</h1>
      ${this.rules(this.found)}
      <div role="status">${this.sheet?.fault ? html`<p class="alert">${this.sheet.fault}</p>` : nothing}</div>
      ${this.sheet?.step ? this.tasks(this.sheet.step) : nothing}`;
  }

  rules(found) {
    return html`<section><h2>Rules <small>by which every process of the lane decides</small></h2>
      <div role="status">${found?.step ? nothing : html`<p class="quiet">${found ? found.fault : 'Reading.'}</p>`}</div>
      ${found?.step ? html`<dl class="rules">${Object.entries(found.step.rules).map(([name, text]) => html`<div><dt>${name}</dt><dd>${number(name, text)}</dd></div>`)}</dl>` : nothing}</section>`;
  }

  tasks({tasks}) {
    return html`<section><h2>Commands <small>to copy; the console runs none</small></h2>
      <p class="note">Words in capitals are for you to fill in. The account must be one that may do it: the console's own may only read.</p>
      <div role="status" class="copied">${this.copied}</div>
      ${tasks.map(task => html`<article class="task"><h3>${task.name}</h3>
        <dl><dt>When</dt><dd>${task.when}</dd><dt>Changes</dt><dd>${task.changes}</dd><dt>Before</dt><dd>${task.first}</dd>
          <dt>Runbook</dt><dd>docs/operating.md, \u201c${task.runbook}\u201d</dd></dl>
        ${task.commands.map((text, at) => html`<div class="command"><code tabindex="0" role="region" aria-label=${'Command ' + (at + 1) + ' of ' + task.name}>${shown(text)}</code>
          <button @click=${event => this.copy(event, text)} aria-label=${'Copy: ' + text}>${this.of === text && this.copied ? 'Copy again' : 'Copy'}</button></div>`)}
      </article>`)}</section>`;
  }
}
