#include "CFormats.h"

#ifdef RK_HAS_EXPAT

#include <expat.h>
#include <stdlib.h>
#include <string.h>

// Names are known by numbers as long as there is room for them; who comes later is told its name each time.
enum { slot_count = 2048, longest_probe = 8 };

typedef struct {
  uint32_t hash, number, length;
  char *text;
} name_slot;

struct rk_xml_parser {
  XML_Parser expat;
  rk_xml_event *events;
  size_t event_count, event_room;
  uint8_t *text;
  size_t text_count, text_room;
  rk_xml_result result;
  uint64_t place;
  // Where the bytes begin that are parsed, among all that were.
  uint64_t step_start;
  bool has_doctype;
  uint32_t name_count;
  name_slot names[slot_count];
};

const char *rk_xml_version(void) {
  // It begins with "expat_".
  const char *version = XML_ExpatVersion();
  const char *digits = strchr(version, '_');
  return digits ? digits + 1 : version;
}

static uint64_t place_of(rk_xml_parser *parser) {
  XML_Index index = XML_GetCurrentByteIndex(parser->expat);
  return index < 0 ? 0 : (uint64_t)index;
}

static void stop(rk_xml_parser *parser, rk_xml_result result, uint64_t place) {
  parser->result = result;
  parser->place = place;
  XML_StopParser(parser->expat, XML_FALSE);
}

// What is told.

static bool reserve_text(rk_xml_parser *parser, size_t added) {
  if (parser->text_count + added <= parser->text_room) return true;
  size_t room = (parser->text_count + added) * 2;
  uint8_t *text = realloc(parser->text, room);
  if (!text) {
    stop(parser, RK_XML_NO_MEMORY, 0);
    return false;
  }
  parser->text = text;
  parser->text_room = room;
  return true;
}

static void append(rk_xml_parser *parser, const char *bytes, size_t count) {
  memcpy(parser->text + parser->text_count, bytes, count);
  parser->text_count += count;
}

static rk_xml_event *tell(rk_xml_parser *parser, rk_xml_kind kind, uint32_t name, uint64_t source) {
  if (parser->event_count == parser->event_room) {
    size_t room = parser->event_room * 2;
    rk_xml_event *events = realloc(parser->events, room * sizeof *events);
    if (!events) {
      stop(parser, RK_XML_NO_MEMORY, 0);
      return NULL;
    }
    parser->events = events;
    parser->event_room = room;
  }
  rk_xml_event *event = &parser->events[parser->event_count++];
  *event = (rk_xml_event){
      .kind_and_name = (uint32_t)kind | name << 4,
      .source = (int32_t)((int64_t)source - (int64_t)parser->step_start),
  };
  return event;
}

static void tell_text(rk_xml_parser *parser, rk_xml_kind kind, uint32_t name, uint64_t source, const char *text,
                      size_t length) {
  if (!reserve_text(parser, length)) return;
  rk_xml_event *event = tell(parser, kind, name, source);
  if (!event) return;
  append(parser, text, length);
  event->length = length;
}

// Names.

static uint32_t number_of(rk_xml_parser *parser, const char *name) {
  uint32_t hash = 2166136261u;
  size_t length = 0;
  for (; name[length]; length++) hash = (hash ^ (uint8_t)name[length]) * 16777619u;
  hash ^= hash >> 15;
  uint32_t number = 0;
  if (length < 256) {
    for (int probe = 0; probe < longest_probe; probe++) {
      name_slot *slot = &parser->names[(hash + (uint32_t)probe) % slot_count];
      if (!slot->text) {
        slot->text = malloc(length + 1);
        if (!slot->text) {
          stop(parser, RK_XML_NO_MEMORY, 0);
          return 0;
        }
        memcpy(slot->text, name, length + 1);
        slot->hash = hash;
        slot->length = (uint32_t)length;
        number = slot->number = ++parser->name_count;
        break;
      }
      if (slot->hash == hash && slot->length == length && memcmp(slot->text, name, length) == 0) return slot->number;
    }
  }
  tell_text(parser, RK_XML_NAME, number, parser->step_start, name, length);
  return number;
}

// Elements.

static bool is_declaration_of_names(const char *name) {
  return strncmp(name, "xmlns", 5) == 0 && (name[5] == 0 || name[5] == ':');
}

// The place of the first reference among these bytes to an entity that is none of the five; null where there is none.
static const char *other_reference(const char *start, const char *end) {
  static const char *known[] = {"amp;", "lt;", "gt;", "apos;", "quot;", "#"};
  for (const char *at = start; (at = memchr(at, '&', (size_t)(end - at))); at++) {
    bool is_known = false;
    for (size_t number = 0; number < sizeof known / sizeof *known; number++) {
      size_t length = strlen(known[number]);
      if ((size_t)(end - at - 1) >= length && memcmp(at + 1, known[number], length) == 0) is_known = true;
    }
    if (!is_known) return at;
  }
  return NULL;
}

static void start_element(void *data, const XML_Char *name, const XML_Char **attributes) {
  rk_xml_parser *parser = data;
  if (parser->result != RK_XML_MORE) return;
  uint64_t place = place_of(parser);
  // Its name is told before.
  uint32_t number = number_of(parser, name);
  if (parser->result != RK_XML_MORE || !tell(parser, RK_XML_START, number, place)) return;
  // Those that a document type declares come after those that are there, and are passed over with it.
  int count = XML_GetSpecifiedAttributeCount(parser->expat);
  if (count == 0) return;
  int offset = 0, size = 0;
  const char *tag = XML_GetInputContext(parser->expat, &offset, &size);
  const char *end = NULL;
  if (tag) {
    tag += offset;
    end = tag + XML_GetCurrentByteCount(parser->expat);
  }
  const char *at = tag;
  for (int index = 0; index < count; index += 2) {
    uint64_t quote = place;
    if (at) {
      while (at < end && *at != '"' && *at != '\'') at++;
      quote = place + (uint64_t)(at - tag);
      const char *close = at < end ? memchr(at + 1, *at, (size_t)(end - at - 1)) : NULL;
      const char *other = close && parser->has_doctype ? other_reference(at + 1, close) : NULL;
      if (other) return stop(parser, RK_XML_REFERENCE, place + (uint64_t)(other - tag));
      at = close ? close + 1 : NULL;
    }
    if (is_declaration_of_names(attributes[index])) continue;
    number = number_of(parser, attributes[index]);
    const char *value = attributes[index + 1];
    tell_text(parser, RK_XML_ATTRIBUTE, number, quote, value, strlen(value));
    if (parser->result != RK_XML_MORE) return;
  }
}

static void end_element(void *data, const XML_Char *name) {
  (void)name;
  rk_xml_parser *parser = data;
  if (parser->result == RK_XML_MORE) tell(parser, RK_XML_END, 0, parser->step_start);
}

static void text(void *data, const XML_Char *bytes, int count) {
  rk_xml_parser *parser = data;
  if (parser->result != RK_XML_MORE || !reserve_text(parser, (size_t)count)) return;
  rk_xml_event *event = parser->event_count ? &parser->events[parser->event_count - 1] : NULL;
  bool is_blank = event && event->kind_and_name == RK_XML_BLANK;
  if (!is_blank && (!event || event->kind_and_name != RK_XML_TEXT)) {
    event = tell(parser, RK_XML_BLANK, 0, parser->step_start);
    if (!event) return;
    is_blank = true;
  }
  if (is_blank) {
    int first = 0;
    while (first < count &&
           (bytes[first] == ' ' || bytes[first] == '\n' || bytes[first] == '\t' || bytes[first] == '\r')) {
      first++;
    }
    if (first < count) {
      event->kind_and_name = RK_XML_TEXT;
      event->source = (int32_t)((int64_t)place_of(parser) + first - (int64_t)parser->step_start);
    }
  }
  append(parser, bytes, (size_t)count);
  event->length += (uint64_t)count;
}

// Document types and entities.

static void skipped_entity(void *data, const XML_Char *name, int is_parameter) {
  (void)name;
  (void)is_parameter;
  rk_xml_parser *parser = data;
  if (parser->result == RK_XML_MORE) stop(parser, RK_XML_REFERENCE, place_of(parser));
}

// A part of a document type: each comes here, also those that expat makes nothing of.
static void doctype_part(void *data, const XML_Char *bytes, int count) {
  rk_xml_parser *parser = data;
  if (parser->result != RK_XML_MORE) return;
  if (count >= 8 && memcmp(bytes, "<!ENTITY", 8) == 0) stop(parser, RK_XML_DECLARATION, place_of(parser));
  if (count > 2 && bytes[0] == '%' && bytes[count - 1] == ';') stop(parser, RK_XML_REFERENCE, place_of(parser));
}

static void start_doctype(void *data, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                          int has_internal_subset) {
  (void)name;
  (void)system_id;
  (void)public_id;
  (void)has_internal_subset;
  rk_xml_parser *parser = data;
  parser->has_doctype = true;
  XML_SetDefaultHandler(parser->expat, doctype_part);
}

static void end_doctype(void *data) {
  rk_xml_parser *parser = data;
  XML_SetDefaultHandler(parser->expat, NULL);
}

// Parsers.

rk_xml_parser *rk_xml_parser_make(bool is_ascii) {
  rk_xml_parser *parser = calloc(1, sizeof *parser);
  if (!parser) return NULL;
  // What is said in the text of its encoding counts no more: who gives the bytes has seen to that.
  parser->expat = XML_ParserCreate(is_ascii ? "US-ASCII" : "UTF-8");
  parser->text_room = parser->event_room = 64;
  parser->text = malloc(parser->text_room);
  parser->events = malloc(parser->event_room * sizeof *parser->events);
  if (!parser->expat || !parser->text || !parser->events) {
    rk_xml_parser_free(parser);
    return NULL;
  }
  XML_SetUserData(parser->expat, parser);
  XML_SetElementHandler(parser->expat, start_element, end_element);
  XML_SetCharacterDataHandler(parser->expat, text);
  XML_SetSkippedEntityHandler(parser->expat, skipped_entity);
  XML_SetDoctypeDeclHandler(parser->expat, start_doctype, end_doctype);
  return parser;
}

void rk_xml_parser_free(rk_xml_parser *parser) {
  if (parser->expat) XML_ParserFree(parser->expat);
  for (int number = 0; number < slot_count; number++) free(parser->names[number].text);
  free(parser->events);
  free(parser->text);
  free(parser);
}

static rk_xml_result result_of(enum XML_Error error) {
  switch (error) {
    case XML_ERROR_NO_MEMORY: return RK_XML_NO_MEMORY;
    case XML_ERROR_UNDEFINED_ENTITY:
    case XML_ERROR_RECURSIVE_ENTITY_REF:
    case XML_ERROR_ASYNC_ENTITY:
    case XML_ERROR_BINARY_ENTITY_REF:
    case XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF:
    case XML_ERROR_EXTERNAL_ENTITY_HANDLING:
    case XML_ERROR_ENTITY_DECLARED_IN_PE:
    case XML_ERROR_PARAM_ENTITY_REF: return RK_XML_REFERENCE;
    default: return RK_XML_SYNTAX;
  }
}

rk_xml_step rk_xml_parse(rk_xml_parser *parser, const uint8_t *bytes, size_t count, bool is_last) {
  parser->event_count = parser->text_count = 0;
  const char *reason = NULL;
  if (XML_Parse(parser->expat, (const char *)bytes, (int)count, is_last) == XML_STATUS_ERROR &&
      parser->result == RK_XML_MORE) {
    enum XML_Error error = XML_GetErrorCode(parser->expat);
    parser->result = result_of(error);
    parser->place = place_of(parser);
    reason = XML_ErrorString(error);
  }
  parser->step_start += count;
  return (rk_xml_step){
      .result = parser->result,
      .place = parser->place,
      .reason = reason,
      .events = parser->events,
      .event_count = parser->event_count,
      .text = parser->text,
      .text_count = parser->text_count,
  };
}

#else

const char *rk_xml_version(void) { return NULL; }

rk_xml_parser *rk_xml_parser_make(bool is_ascii) {
  (void)is_ascii;
  return NULL;
}

void rk_xml_parser_free(rk_xml_parser *parser) { (void)parser; }

rk_xml_step rk_xml_parse(rk_xml_parser *parser, const uint8_t *bytes, size_t count, bool is_last) {
  (void)parser;
  (void)bytes;
  (void)count;
  (void)is_last;
  return (rk_xml_step){.result = RK_XML_SYNTAX};
}

#endif
