// What is asked of zlib and zstd, in the same words for both, and of expat.
//
// The manifest says which of them there are (RK_HAS_ZLIB, RK_HAS_ZSTD, RK_HAS_EXPAT). What is asked of one that is not
// there answers that there is nothing: no version, no unpacker, no packer and no parser.

#ifndef RK_CFORMATS_H
#define RK_CFORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  RK_GZIP,
  RK_ZSTD,
} rk_compression;

/// The version of the library, as in `1.2.13`; null in a program that was built without it.
const char *rk_compression_version(rk_compression compression);

/// How a step has ended.
typedef enum {
  /// More is to be given or taken.
  RK_STEP_MORE,
  /// A member, a frame or all of an output is complete.
  RK_STEP_END,
  /// The bytes are none of that form.
  RK_STEP_DAMAGED,
  /// They ask for more memory than any file needs.
  RK_STEP_TOO_LARGE,
  /// There is no memory.
  RK_STEP_NO_MEMORY,
} rk_step_result;

/// What a step has taken and made.
typedef struct {
  rk_step_result result;
  size_t taken, made;
} rk_step;

typedef struct rk_unpacker rk_unpacker;

/// An unpacker of one member or frame after the other; null where there is no memory or no library.
rk_unpacker *rk_unpacker_make(rk_compression compression);
void rk_unpacker_free(rk_unpacker *unpacker);

/// Unpacks as much as there is and there is room for, up to the end of a member or frame, after which the next call
/// begins another one.
rk_step rk_unpack(rk_unpacker *unpacker, const uint8_t *source, size_t count, uint8_t *target, size_t room);

typedef struct rk_packer rk_packer;

/// A packer of one member or frame: gzip of level 6 without name and time, zstd of level 3 with a checksum; null where
/// there is no memory or no library.
rk_packer *rk_packer_make(rk_compression compression);
void rk_packer_free(rk_packer *packer);

/// Packs as much as there is and there is room for; with `is_last` the end, too, once all was taken.
rk_step rk_pack(rk_packer *packer, const uint8_t *source, size_t count, bool is_last, uint8_t *target, size_t room);

/// What a parser of XML tells.
typedef enum {
  /// A name that other events speak of by its number: `text` is the name. Number 0 is that of the last such event.
  RK_XML_NAME,
  /// A start tag.
  RK_XML_START,
  /// An attribute of the start tag before: `text` is its value, `source` the place of the quote that opens it.
  RK_XML_ATTRIBUTE,
  /// Text of an element: `source` is the place of what is no white space first.
  RK_XML_TEXT,
  /// Text of nothing but white space.
  RK_XML_BLANK,
  /// An end tag.
  RK_XML_END,
} rk_xml_kind;

typedef struct {
  /// Its kind, and from the fourth bit on the number of its name.
  uint32_t kind_and_name;
  /// A place counted from the first of the bytes that were parsed last.
  int32_t source;
  /// How much of the text of all events belongs to it, after what belongs to those before.
  uint64_t length;
} rk_xml_event;

/// How a step of a parser has ended.
typedef enum {
  RK_XML_MORE,
  /// The bytes are not well-formed.
  RK_XML_SYNTAX,
  /// An entity is declared.
  RK_XML_DECLARATION,
  /// An entity is referred to that is none of the five that need no declaration.
  RK_XML_REFERENCE,
  RK_XML_NO_MEMORY,
} rk_xml_result;

/// What was made of some bytes; valid until the next step.
typedef struct {
  rk_xml_result result;
  /// Where in all bytes that were parsed that stands which has ended the parsing.
  uint64_t place;
  /// The reason that expat gives; null where it has given none.
  const char *reason;
  const rk_xml_event *events;
  size_t event_count;
  /// The text of the events.
  const uint8_t *text;
  size_t text_count;
} rk_xml_step;

/// The version of expat, as in `2.5.0`; null in a program that was built without it.
const char *rk_xml_version(void);

typedef struct rk_xml_parser rk_xml_parser;

/// A parser of UTF-8, or of ASCII alone; null where there is no memory or no expat.
rk_xml_parser *rk_xml_parser_make(bool is_ascii);
void rk_xml_parser_free(rk_xml_parser *parser);

/// Parses some bytes more, at most INT_MAX. After a result other than RK_XML_MORE it is not to be called again.
rk_xml_step rk_xml_parse(rk_xml_parser *parser, const uint8_t *bytes, size_t count, bool is_last);

#endif
