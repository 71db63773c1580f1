import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { OperationFacts } from './operation.ts';
import { failureSchema, jsonSchemaOf } from './replies.ts';
import { replyValidator, type Validator } from './validation.ts';

/**
 * Checks every response against the documentation of its route, errors included: the status, each field and its
 * type, and no undocumented field. For tests, because serialization drops and converts fields silently. A mismatch
 * becomes a 500 whose message names it.
 */
export function checkReplies(app: FastifyInstance): void {
  const validators = new WeakMap<TSchema, Validator>();
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (request.isDiverted) return payload;
    const facts = request.routeOptions.config?.operation;
    const documented = facts === undefined ? unroutedSchema(request, reply) : facts.documented[reply.statusCode];
    if (documented === undefined) {
      return facts === undefined ? payload : accuse(request, reply, undocumented(facts, reply));
    }
    const schema = jsonSchemaOf(documented);
    if (schema === null) return payload;
    let validate = validators.get(schema);
    if (validate === undefined) {
      validate = replyValidator(schema);
      validators.set(schema, validate);
    }
    const faults = validate(payload);
    if (faults === null) return payload;
    const found = Object.entries(faults).map(([path, says]) => `${path} ${says.join(', ')}`);
    return accuse(request, reply, `the ${reply.statusCode} is not as documented: ${found.join('; ')}`);
  });
  // Files and empty bodies are not serialized, so only their status is checked.
  app.addHook('onSend', async (request, reply, payload) => {
    const facts = request.routeOptions.config?.operation;
    if (request.isDiverted || facts === undefined || facts.documented[reply.statusCode] !== undefined) return payload;
    reply.type('application/json; charset=utf-8').removeHeader('content-length');
    return JSON.stringify(accuse(request, reply, undocumented(facts, reply)));
  });
}

/** Errors before or without a route (404, 401, 429) have documented shapes, too. */
function unroutedSchema(request: FastifyRequest, reply: FastifyReply): TSchema | undefined {
  return request.is404 ? failureSchema(reply.statusCode) : undefined;
}

function undocumented(facts: OperationFacts, reply: FastifyReply): string {
  return `the status ${reply.statusCode} is not documented (${Object.keys(facts.documented).join(', ')} are)`;
}

function accuse(request: FastifyRequest, reply: FastifyReply, fault: string) {
  const message = `${request.method} ${request.routeOptions.url ?? request.url}: ${fault}`;
  request.log.error({ message }, 'a reply is not as documented');
  reply.code(500);
  return { message: `Server Error: ${message}`, request_id: request.id };
}
