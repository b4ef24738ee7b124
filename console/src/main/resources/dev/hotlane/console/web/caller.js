/** Who looks at the pages, and what each view lacks for that. */
import {html, nothing} from '/lib/lit-html.js';
import {shown} from '/format.js';

/** Shows the login form in place of the page. */
export const login = () => location.replace('/login');

/** The caller; null if there is none, and then the login form comes. Throws if the console does not answer. */
export async function caller() {
  const response = await fetch('/caller');
  if (response.status === 401) {
    login();
    return null;
  }
  return response.json();
}

/** The caller's name and the button that ends its session. */
export const badge = who => who?.name === undefined ? nothing : html`
  <div class="who"><bdi>${shown(who.name)}</bdi>${who.tenant ? html` <span class="quiet">of ${who.tenant}</span>` : nothing}
    ${who.csrf ? html`<form method="post" action="/logout"><input type="hidden" name="csrf" value=${who.csrf}><button>Log out</button></form>` : nothing}</div>`;

/** What stands in place of a view that the caller may not see. */
export const denied = (name, lack) => html`<h1>${name}</h1><p class="alert">You may not see this view: ${lack}.</p>`;
