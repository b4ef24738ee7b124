/** What Log, Reservation and Care share: steps of a search, asked again while the console or Kafka does not answer, and their view. */
import {html, render, nothing} from '/lib/lit-html.js';
import {login} from '/caller.js';

const AGAIN = 2_000;
const FOLLOW = 1_000;

/** An address within the console, of a view and its parameters; those without a value are left out. */
export const address = (view, params) => {
  const given = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  return '#' + view + (given.size === 0 ? '' : '?' + given);
};

/** The time of a record, in UTC, as the log has it; without the day where there is little room. */
export const stamp = line => html`<span class="wide">${line.time.slice(0, 10)} </span>${line.time.slice(11, -1)}`;

/** Says that a step has the records of one tenant only; null for those of all. */
export const ofTenant = ({tenant}) => typeof tenant !== 'string' ? nothing : html`<p class="quiet">${tenant === ''
  ? 'Records of the empty tenant, which is yours, are shown, and no others.' : `Records of the tenant ${tenant}, which is yours, are shown, and no others.`}</p>`;

/** The values of a form's fields by name. */
const fields = form => Object.fromEntries(new FormData(form));

/** Asks for steps, one at a time; each result or fault is given to the view. */
export class Search {
  constructor(path, found) {
    this.path = path;
    this.found = found;
    this.over = false;
  }

  async ask(params) {
    let answer;
    try {
      const response = await fetch(this.path + '?' + new URLSearchParams(params));
      if (response.status === 401) {
        login();
        return;
      }
      const text = response.ok ? null : (await response.text()).trim();
      answer = response.ok ? {step: await response.json()} : {fault: text, again: response.status !== 400 && response.status !== 403};
    } catch {
      answer = {fault: 'The console does not answer.', again: true};
    }
    if (this.over) return;
    this.found(answer);
    if (answer.again) this.later(params, AGAIN);
  }

  later(params, wait = FOLLOW) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(params), wait);
  }

  end() {
    this.over = true;
    clearTimeout(this.timer);
  }
}

/** A view of what was found; its view() is drawn when an answer comes, and once on the page. */
export class SearchView {
  searches = [];

  search(path, found) {
    const search = new Search(path, found);
    this.searches.push(search);
    return search;
  }

  // The frame draws every second; what is shown here changes with an answer only.
  draw(main) {
    if (this.main === main) return;
    this.main = main;
    this.show();
  }

  show() {
    if (this.main && !this.over) render(this.view(), this.main);
  }

  submit(event, view) {
    event.preventDefault();
    location.hash = address(view, fields(event.target));
  }

  remove() {
    this.over = true;
    this.searches.forEach(search => search.end());
  }
}
