// SPDX-License-Identifier: MIT
#include "results/files.hpp"
#include "tests/support/program.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <gtest/gtest.h>

namespace malha::testing {
namespace files_test {

// Stores know inputs by these hashes: they are UUIDs that Boost makes of the whole text. A file is read in
// pieces of 65536 bytes, so that texts about that length are tried.
TEST(ContentHash, IsThatOfTheWholeText) {
  const boost::uuids::name_generator_sha1 generator(boost::uuids::ns::oid());
  const TemporaryFolder folder;
  for (const std::size_t length : {0U, 1U, 65'535U, 65'536U, 65'537U, 200'000U}) {
    std::string text(length, '\0');
    for (std::size_t i = 0; i < length; ++i)
      text[i] = static_cast<char>(i * i % 251);
    write_text(folder / "file", text);
    EXPECT_EQ(content_hash(folder / "file"), boost::uuids::to_string(generator(text))) << length;
    EXPECT_EQ(text_hash(text), content_hash(folder / "file")) << length;
  }
}

} // namespace files_test
} // namespace malha::testing
