// SPDX-License-Identifier: MIT
#include "sha256.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>

namespace malha {
namespace {

using Word = std::uint32_t;
constexpr std::size_t block_size = 64, length_size = 8; // in bytes

/// FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64
/// primes.
constexpr std::array<Word, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

Word rotated(Word word, int bits) { return (word >> bits) | (word << (32 - bits)); }

/// The sum of a text that comes in pieces.
class Sha256 {
public:
  void add(const unsigned char* bytes, std::size_t size) {
    length_ += size;
    for (std::size_t i = 0; i < size; ++i) {
      block_[filled_++] = bytes[i];
      if (filled_ == block_size)
        add_block();
    }
  }

  std::string text() {
    const std::uint64_t bits = 8 * length_;
    const unsigned char one = 0x80, zero = 0;
    add(&one, 1);
    while (filled_ != block_size - length_size)
      add(&zero, 1);
    for (int shift = 56; shift >= 0; shift -= 8) {
      const auto byte = static_cast<unsigned char>(bits >> shift);
      add(&byte, 1);
    }
    std::string digits;
    for (const Word word : state_)
      for (int shift = 28; shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[(word >> shift) & 0xF];
    return digits;
  }

private:
  /// FIPS 180-4, section 6.2.2.
  void add_block() {
    std::array<Word, 64> schedule{};
    for (std::size_t t = 0; t < 16; ++t)
      for (std::size_t byte = 0; byte < 4; ++byte)
        schedule[t] = (schedule[t] << 8) | block_[4 * t + byte];
    for (std::size_t t = 16; t < 64; ++t) {
      const Word near = schedule[t - 15], far = schedule[t - 2];
      schedule[t] = (rotated(far, 17) ^ rotated(far, 19) ^ (far >> 10)) + schedule[t - 7] +
                    (rotated(near, 7) ^ rotated(near, 18) ^ (near >> 3)) + schedule[t - 16];
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t t = 0; t < 64; ++t) {
      const Word one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) +
                       round_constants[t] + schedule[t];
      const Word two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + one;
      d = c;
      c = b;
      b = a;
      a = one + two;
    }
    const std::array<Word, 8> added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < added.size(); ++i)
      state_[i] += added[i];
    filled_ = 0;
  }

  std::array<Word, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, block_size> block_{};
  std::size_t filled_ = 0;   ///< bytes of the block
  std::uint64_t length_ = 0; ///< in bytes, of what was added
};

} // namespace

std::string sha256_of(const std::filesystem::path& file) {
  refuse_endless(file);
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw InputError(file.string() + ": cannot be read");
  Sha256 sum;
  for (std::array<char, 65536> piece; in;) {
    in.read(piece.data(), piece.size());
    sum.add(reinterpret_cast<const unsigned char*>(piece.data()), static_cast<std::size_t>(in.gcount()));
  }
  return sum.text();
}

bool is_sha256(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace malha
