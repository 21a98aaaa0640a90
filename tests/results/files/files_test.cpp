// SPDX-License-Identifier: MIT
#include "policies/sdk/input_files.hpp"
#include "results/files/files.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <unistd.h>

namespace malha::testing {
namespace files_test {

std::string digits_of(XXH128_hash_t hash) {
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return digits;
}

// Stores know inputs by these hashes: they are XXH3 (128 bits) of the whole text. A file is read in pieces of
// 65536 bytes, so that texts about that length are tried.
TEST(ContentHash, IsThatOfTheWholeText) {
  const TemporaryFolder folder;
  for (const std::size_t length : {0U, 1U, 65'535U, 65'536U, 65'537U, 200'000U}) {
    std::string text(length, '\0');
    for (std::size_t i = 0; i < length; ++i)
      text[i] = static_cast<char>(i * i % 251);
    write_text(folder / "file", text);
    EXPECT_EQ(content_hash(folder / "file"), digits_of(XXH3_128bits(text.data(), text.size()))) << length;
    EXPECT_EQ(text_hash(text), content_hash(folder / "file")) << length;
  }
}

// A file of zero bytes, of a few, and of more than a buffer has; what is no file has none.
TEST(AllBytes, AreAllOfAFile) {
  const TemporaryFolder folder;
  for (const std::size_t length : {0U, 1U, 65'535U, 65'536U, 200'000U}) {
    std::string text(length, '\0');
    for (std::size_t i = 0; i < length; ++i)
      text[i] = static_cast<char>(i * i % 251);
    write_text(folder / "file", text);
    EXPECT_EQ(all_bytes(folder / "file"), text) << length;
  }
  EXPECT_FALSE(all_bytes(folder.path()));
  EXPECT_FALSE(all_bytes(folder / "nothing"));
}

// A pipe does not know how much it has. It holds 60 000 bytes at once.
TEST(AllBytes, AreAllOfAPipe) {
  const std::string text(60'000, 'p');
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], text.data(), text.size()), 60'000);
  close(ends[1]);
  EXPECT_EQ(all_bytes("/proc/self/fd/" + std::to_string(ends[0])), text);
  close(ends[0]);
}

} // namespace files_test
} // namespace malha::testing
