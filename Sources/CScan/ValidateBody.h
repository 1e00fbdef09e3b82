// The grammar over token masks, written once for all instruction sets: the same as
// RKEngine/Index/GrammarCheck.swift, which explains it, for blocks of 64 tokens that are
// well-formed and not too deep. At any other the kernel stops, and its Swift twin validates that
// block.
//
// The including file defines, under its target's attributes:
//   RK_NAME(x)          the name of x for this instruction set

/// The levels of containers that fit in a word.
#define RK_DEEPEST 64

/// The first `depth` bits of a word, the last of them first; depth is at most 64.
static inline uint64_t RK_NAME(turned)(uint64_t bits, size_t depth) {
  return depth == 0 ? 0 : __builtin_bitreverse64(bits) >> (64 - depth);
}

static size_t RK_NAME(validate)(const rk_token_masks *masks, size_t block_count, const rk_token_masks *before,
                             rk_containers *containers, rk_depth_change *changes) {
  // The innermost container is the lowest bit here.
  uint64_t open = RK_NAME(turned)(containers->is_object, containers->depth);
  uint64_t depth = containers->depth;
  const uint64_t deepest = containers->maximum_depth < RK_DEEPEST ? containers->maximum_depth : RK_DEEPEST;
  uint64_t end_before =
      before->quote | before->close_object | before->close_array |
      ~(before->colon | before->comma | before->separator | before->open_object | before->open_array);

  size_t index = 0;
  for (; index < block_count; index++) {
    const rk_token_masks *here = &masks[index];
    const uint64_t quote = here->quote, colon = here->colon, comma = here->comma;
    const uint64_t open_object = here->open_object, open_array = here->open_array;
    const uint64_t close_object = here->close_object, close_array = here->close_array;
    const uint64_t opens = open_object | open_array, closes = close_object | close_array;
    if (depth + (uint64_t)__builtin_popcountll(opens) > deepest) break;

    const uint64_t scalar = ~(quote | colon | comma | here->separator | opens | closes);
    const uint64_t starts = quote | scalar | opens, ends = quote | scalar | closes;
    const uint64_t key = quote & (colon >> 1 | masks[index + 1].colon << 63);
    const uint64_t after_quote = quote << 1 | before->quote >> 63;
    const uint64_t after_colon = colon << 1 | before->colon >> 63;
    const uint64_t after_comma = comma << 1 | before->comma >> 63;
    const uint64_t after_open_object = open_object << 1 | before->open_object >> 63;
    const uint64_t after_open_array = open_array << 1 | before->open_array >> 63;
    const uint64_t after_end = ends << 1 | end_before >> 63;

    uint64_t wrong = colon & ~after_quote;
    wrong |= (after_colon | after_comma) & ~starts;
    wrong |= comma & ~after_end;
    // Closing brackets need no case of their own: the twin says why.
    wrong |= after_open_object & ~(key | close_object);
    wrong |= (after_open_array | after_colon) & key;

    // What may not follow a comma: in an array, and in an object.
    const uint64_t wrong_inside[2] = {after_comma & key, after_comma & ~key};
    const uint64_t wrong_outside = colon | comma;
    uint64_t outermost = 0, done = 0;
    uint64_t still_open = open, still_depth = depth, lowest = depth;
    // `[]` and `{}` do not affect what is around them.
    const uint64_t whole = (open_array & close_array >> 1) | (open_object & close_object >> 1);
    uint64_t brackets = (opens | closes) & ~(whole | whole << 1);
    const uint64_t objects = open_object | close_object;
    while (brackets) {
      const uint64_t through = brackets ^ (brackets - 1);
      const unsigned at = (unsigned)__builtin_ctzll(brackets);
      const uint64_t segment = through & ~done;
      done = through;
      brackets &= brackets - 1;
      if (still_depth == 0) {
        wrong |= segment & wrong_outside;
        outermost |= segment;
      } else {
        wrong |= segment & wrong_inside[still_open & 1];
      }
      const uint64_t is_object = objects >> at & 1, is_open = opens >> at & 1;
      // A close must match an open container.
      wrong |= (is_open ^ 1) & ((still_open ^ is_object) | (still_depth == 0));
      still_open = is_open ? still_open << 1 | is_object : still_open >> 1;
      still_depth += is_open * 2 - 1;
      lowest = still_depth < lowest ? still_depth : lowest;
    }
    if (still_depth == 0) {
      wrong |= ~done & wrong_outside;
      outermost |= ~done;
    } else {
      wrong |= ~done & wrong_inside[still_open & 1];
    }
    // A value after the end of another: allowed between documents without separators, and nowhere
    // else.
    const uint64_t starts_after_end = starts & after_end;
    wrong |= containers->is_separated ? starts_after_end | (here->separator & ~outermost) : starts_after_end & ~outermost;
    if (wrong) break;

    changes[index] = (rk_depth_change){(uint8_t)(depth - lowest), (uint8_t)(still_depth - lowest)};
    open = still_open;
    depth = still_depth;
    end_before = ends;
    before = here;
  }
  containers->is_object = RK_NAME(turned)(open, depth);
  containers->depth = depth;
  return index;
}
