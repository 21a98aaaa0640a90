// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <iosfwd>
#include <memory>

namespace malha {

/// What is written into its stream goes to another one, as gzip.
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

/// Lets `write` write into a gzip stream, which goes to `out`.
void write_compressed(std::ostream& out, const std::function<void(std::ostream&)>& write);

/// Reads what is compressed in `in`. A read fails with `bad()` where the data is damaged or ends early.
std::unique_ptr<std::istream> decompressed(std::istream& in);

} // namespace malha
