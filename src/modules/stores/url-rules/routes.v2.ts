import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { TERMS_ARE_PROMISED } from '../promised-terms/keep-promised-terms.ts';
import { addRule } from './add-rule.ts';
import { changeRule } from './change-rule.ts';
import { listRules } from './find-rules.ts';
import { presentRule } from './present.ts';
import { removeRule } from './remove-rule.ts';
import { lockRules, type RuleInput } from './rule.ts';
import { RuleBody, SavedUrlRule, UrlRules } from './schemas.ts';

const tags = ['Advertiser administration'];
const policy = onStore('advertiser');
const params = { rule: id({ kind: 'URL matching rule' }) };
const URL_RULES = '/v2/advertisers/:advertiser/url-matching-rules' as const;
const URL_RULE = '/v2/advertisers/:advertiser/url-matching-rules/:rule' as const;

/** Which of a store's URLs can earn. */
export function urlRuleRoutes(app: FastifyInstance, { refreshIndex }: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: URL_RULES,
    operationId: 'listUrlMatchingRules',
    summary: 'List a store’s URL matching rules',
    tags,
    policy,
    replies: { 200: UrlRules },
    version: versionOf,
    handle: async ({ ctx, resource }) => (await listRules(ctx, { storeId: resource.id })).map(presentRule),
  });

  operation(app, {
    method: 'POST',
    url: URL_RULES,
    operationId: 'addUrlMatchingRule',
    scope: 'administration',
    presence: 'token',
    summary: 'Add a URL matching rule',
    description:
      'The change decides inspection and new links immediately, and existing links from their next click: a click to a page that is not allowed costs nothing (`unpaid_page`), its shopper is redirected, and an order after it is not attributed. When the rule no longer applies, the links earn again. Creators whose links stop earning are notified.',
    tags,
    policy,
    body: RuleBody,
    replies: { 201: SavedUrlRule },
    errors: ['url_not_of_store', 'rule_exists', 'too_many_rules', TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource, body }) => {
      const rule = await addRule(ctx, { storeId: resource.id, rule: ruleInput(body) });
      await refreshIndex(resource.id);
      return presentRule(rule);
    },
  });

  operation(app, {
    method: 'PUT',
    url: URL_RULE,
    operationId: 'changeUrlMatchingRule',
    scope: 'administration',
    presence: 'token',
    summary: 'Replace a URL matching rule',
    description:
      'Replaces the whole rule: omitted fields are removed. `if-match` is the `etag` of the list of rules, because another rule may lose `is_main`. The change decides inspection and new links immediately, and existing links from their next click: a click to a page that is not allowed costs nothing (`unpaid_page`), its shopper is redirected, and an order after it is not attributed. When the rule no longer applies, the links earn again. Creators whose links stop earning are notified.',
    tags,
    policy,
    params,
    body: RuleBody,
    replies: { 200: SavedUrlRule },
    errors: ['url_not_of_store', 'rule_exists', TERMS_ARE_PROMISED],
    current: async ({ ctx, resource: { id: storeId } }) => {
      await lockRules(ctx.db, storeId);
      return versionOf((await listRules(ctx, { storeId })).map(presentRule));
    },
    handle: async ({ ctx, resource, params: { rule: ruleId }, body }) =>
      presentRule(await changeRule(ctx, { storeId: resource.id, ruleId, rule: ruleInput(body) })),
    afterCommit: ({ resource }) => refreshIndex(resource.id),
  });

  operation(app, {
    method: 'DELETE',
    url: URL_RULE,
    operationId: 'removeUrlMatchingRule',
    scope: 'administration',
    presence: 'token',
    summary: 'Remove a URL matching rule',
    description:
      'The change decides inspection and new links immediately, and existing links from their next click: a click to a page that is not allowed costs nothing (`unpaid_page`), its shopper is redirected, and an order after it is not attributed. When the rule no longer applies, the links earn again. Creators whose links stop earning are notified.',
    tags,
    policy,
    params,
    replies: { 204: null },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource, params: { rule: ruleId } }) => {
      await removeRule(ctx, { storeId: resource.id, ruleId });
      await refreshIndex(resource.id);
    },
  });
}

/** The rules by id, since a change of one may affect another one. */
const versionOf = (rules: readonly ReturnType<typeof presentRule>[]) =>
  Object.fromEntries(
    rules.map(({ id: ruleId, type, url, keyword, is_main }) => [ruleId, { type, url, keyword, is_main }]),
  );

function ruleInput({ type, url, keyword, is_main: isMain }: Static<typeof RuleBody>): RuleInput {
  return { type, url, keyword, isMain };
}
