/** The frame: reads the stream of events, shows the view that the address names, and greys all when the stream ends. */
import {html, render, nothing} from '/lib/lit-html.js';
import {clock} from '/format.js';
import {badge, caller, denied} from '/caller.js';
import {Now} from '/now.js';
import {sale} from '/sale.js';
import {hot} from '/hot.js';
import {Log} from '/log.js';
import {Reservation} from '/reservation.js';
import {Care} from '/care.js';

const POINTS = 300;
/** Without an event for this long, in ms, nothing shown is current. */
const SILENCE = 3_000;
/** Until the console is asked again, in ms. */
const AGAIN = 2_000;
const VIEWS = [['now', 'Now'], ['sale', 'Sale'], ['hot', 'Hot keys'], ['log', 'Log'], ['reservation', 'Reservation'], ['care', 'Care']];
/** Views that have a state of their own; they get the parameters of the address. */
const KEPT = {now: Now, log: Log, reservation: Reservation, care: Care};

const model = {who: null, points: [], now: null, heard: 0, silent: true, refused: false};
let first = true;
let drawn = null;
let view = null;

const lack = id => model.who?.lacks[id];
/** Figures come only to a caller that may see Now; the views of the log need none. */
const live = () => !lack('now');

const named = () => {
  const name = location.hash.slice(1).replace(/\?.*/, '');
  return VIEWS.some(([id]) => id === name) ? name : VIEWS.find(([id]) => !lack(id))?.[0] ?? 'now';
};

function head() {
  const {now} = model;
  const current = named();
  render(html`
    <div class="bar">
      <p class="mark">Hotlane <span>${now?.lane ?? ''}</span></p>
      <nav aria-label="Views">${VIEWS.filter(([id]) => !lack(id)).map(([id, text]) => html`
        <a href=${'#' + id} aria-current=${id === current ? 'page' : nothing}>${text}</a>`)}</nav>
      <p class="state">${now ? html`as of ${clock(now.time)}` : live() ? 'waiting for the first figures' : ''}</p>
      ${badge(model.who)}
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
    view = KEPT[name] && !lack(name) ? new KEPT[name](query) : null;
    drawn = name + '?' + query;
    document.title = VIEWS.find(([id]) => id === name)[1] + ' \u00b7 Hotlane';
  }
  head();
  if (!model.now && live()) return;
  if (first) main.replaceChildren();
  first = false;
  if (lack(name)) {
    render(denied(VIEWS.find(([id]) => id === name)[1], lack(name)), main);
    return;
  }
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

function listen() {
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
  stream.addEventListener('over', () => location.reload());
  stream.addEventListener('error', () => {
    // A stream that was refused does not come back by itself: its session is over, or the console has no room.
    if (stream.readyState === EventSource.CLOSED) setTimeout(begin, AGAIN);
  });
}

async function begin() {
  try {
    model.who = await caller();
  } catch {
    setTimeout(begin, AGAIN);
    return;
  }
  if (!model.who) return;
  draw();
  if (live()) listen();
}

setInterval(() => {
  if (!model.silent && performance.now() - model.heard > SILENCE) {
    model.silent = true;
    draw();
  }
}, 500);
addEventListener('hashchange', () => {
  if (location.hash === '#main' || !model.who) return;
  draw();
  scrollTo(0, 0);
});
begin();
