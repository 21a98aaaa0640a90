// SPDX-License-Identifier: MIT
#include "results/files/sha256.hpp"

#include "policies/sdk/errors.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace sha256_test {

std::string sum_of(const std::string& text) {
  TemporaryFolder folder;
  write_text(folder / "file", text);
  return sha256_of(folder / "file");
}

// The examples of NIST for FIPS 180-4 ("Cryptographic Standards and Guidelines, Example Values"): one block,
// two blocks, and a million times the letter a. That of nothing is in many places, such as RFC 6234's test
// program.
TEST(Sha256, HasThePublishedSums) {
  EXPECT_EQ(sum_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sum_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sum_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sum_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// 55 bytes are the most that fit into one block with the length, and 56 need a second one. Sums are those of
// sha256sum (GNU coreutils).
TEST(Sha256, PadsAtTheEndOfABlock) {
  TemporaryFolder folder;
  for (const std::size_t length : {54U, 55U, 56U, 63U, 64U, 65U, 119U, 120U}) {
    write_text(folder / "file", std::string(length, 'x'));
    const auto said = run_shell("sha256sum file", folder.path());
    ASSERT_EQ(said.status, 0);
    EXPECT_EQ(sha256_of(folder / "file"), said.out.substr(0, 64)) << length;
  }
}

TEST(Sha256, RefusesAFileThatIsNotThere) {
  TemporaryFolder folder;
  EXPECT_THROW(sha256_of(folder / "none"), InputError);
}

TEST(Sha256, KnowsASumByItsDigits) {
  EXPECT_TRUE(is_sha256(sum_of("abc")));
  EXPECT_FALSE(is_sha256(""));
  EXPECT_FALSE(is_sha256(std::string(63, 'a')));
  EXPECT_FALSE(is_sha256(std::string(65, 'a')));
  EXPECT_FALSE(is_sha256(std::string(63, 'a') + "A"));
  EXPECT_FALSE(is_sha256(std::string(63, 'a') + "g"));
}

} // namespace sha256_test
} // namespace malha::testing
