// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <iosfwd>
#include <memory>

namespace malha {

/// Compresses what is written into its stream, and writes it to another one as gzip.
class GzipStream {
public:
  enum class Effort { usual, least };

  GzipStream(std::ostream& out, Effort effort);
  ~GzipStream();

  std::ostream& stream();
  /// Ends the compressed data. Nothing may be written afterwards.
  void close();

private:
  struct Chain;
  std::unique_ptr<Chain> chain_;
};

/// Calls `write` with a gzip stream that writes to `out`.
void write_compressed(std::ostream& out, const std::function<void(std::ostream&)>& write);

/// Opens the gzip data in `in` for reading. A read fails with `bad()` if the data is damaged or ends early.
std::unique_ptr<std::istream> decompressed(std::istream& in);

} // namespace malha
