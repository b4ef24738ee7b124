/** The frame: reads the stream of events, shows the view that the address names, and greys all when the stream ends. */
import {html, render, nothing} from '/lib/lit-html.js';
import {clock} from '/format.js';
import {Now} from '/now.js';
import {sale} from '/sale.js';
import {hot} from '/hot.js';
import {Log} from '/log.js';
import {Reservation} from '/reservation.js';
import {Care} from '/care.js';

const POINTS = 300;
/** Without an event for this long, in ms, nothing shown is current. */
const SILENCE = 3_000;
const VIEWS = [['now', 'Now'], ['sale', 'Sale'], ['hot', 'Hot keys'], ['log', 'Log'], ['reservation', 'Reservation'], ['care', 'Care']];
/** Views that have a state of their own; they get the parameters of the address. */
const KEPT = {now: Now, log: Log, reservation: Reservation, care: Care};

const model = {points: [], now: null, heard: 0, silent: true, refused: false};
let first = true;
let drawn = null;
let view = null;

const named = () => {
  const name = location.hash.slice(1).replace(/\?.*/, '');
  return VIEWS.some(([id]) => id === name) ? name : 'now';
};

function head() {
  const {now} = model;
  const current = named();
  render(html`
    <div class="bar">
      <p class="mark">Hotlane <span>${now?.lane ?? ''}</span></p>
      <nav aria-label="Views">${VIEWS.map(([id, text]) => html`
        <a href=${'#' + id} aria-current=${id === current ? 'page' : nothing}>${text}</a>`)}</nav>
      <p class="state">${now ? html`as of ${clock(now.time)}` : 'waiting for the first figures'}</p>
    </div>
    <div role="status">${model.silent && now ? html`
      <p class="alert">The console has not answered since ${clock(now.time)}. Nothing below is current.</p>` : nothing}</div>`,
  document.getElementById('head'));
}

function draw() {
  const name = named();
  const main = document.getElementById('main');
  const query = location.hash.replace(/^[^?]*\??/, '');
  if (drawn !== name + '?' + query) {
    view?.remove?.();
    view = KEPT[name] ? new KEPT[name](query) : null;
    drawn = name + '?' + query;
    document.title = VIEWS.find(([id]) => id === name)[1] + ' \u00b7 Hotlane';
  }
  head();
  if (!model.now) return;
  if (first) main.replaceChildren();
  first = false;
  // What is not current is not shown: the views get no figures then.
  const shown = model.silent ? {...model, now: {...model.now, stale: true}} : model;
  if (view) view.draw(main, shown);
  else render(name === 'sale' ? sale(shown) : hot(shown), main);
}

function take(now) {
  model.now = now;
  model.heard = performance.now();
  model.silent = false;
}

const stream = new EventSource('/live');
stream.addEventListener('before', event => {
  const before = JSON.parse(event.data);
  model.points = before.points;
  if (before.now) take(before.now);
  draw();
});
stream.addEventListener('now', event => {
  const now = JSON.parse(event.data);
  model.points = [...model.points, now.point].slice(-POINTS);
  take(now);
  draw();
});
setInterval(() => {
  if (!model.silent && performance.now() - model.heard > SILENCE) {
    model.silent = true;
    draw();
  }
}, 500);
addEventListener('hashchange', () => {
  if (location.hash === '#main') return;
  draw();
  scrollTo(0, 0);
});
draw();
