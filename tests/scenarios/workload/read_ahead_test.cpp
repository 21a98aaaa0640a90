// SPDX-License-Identifier: MIT
// Compressed files, of which a thread decompresses the next piece while one is read.
#include "reading.hpp"

#include <random>

namespace malha::testing {
namespace read_ahead_test {

using ReadAhead = Reading;

// Of 100 000 lines with random numbers, several pieces that are read ahead come before the damage, and are
// good: the reader is asked for the first job, and later refuses the file. The line depends on the pieces.
TEST_F(ReadAhead, DamageFarBehindTheBeginningIsRefusedThere) {
  std::string text;
  std::minstd_rand random(1);
  for (int id = 1; id <= 100000; ++id)
    text += std::to_string(id) + ' ' + std::to_string(id) + " -1 " + std::to_string(random()) +
            " -1 -1 -1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n";
  const auto whole_file = compressed(text);
  const auto said = refusal("a.swf.gz", whole_file.substr(0, whole_file.size() - 1000));
  const auto colon = said.find(':', 1);
  EXPECT_EQ(said.substr(colon), ": the compressed data ends early or is damaged; valid: a whole gzip file");
  EXPECT_GT(std::stoi(said.substr(1, colon - 1)), 50000);
}

} // namespace read_ahead_test
} // namespace malha::testing
