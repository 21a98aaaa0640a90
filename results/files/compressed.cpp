// SPDX-License-Identifier: MIT
#include "compressed.hpp"

#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

namespace malha {
namespace {

namespace io = boost::iostreams;

/// Writes through the stream, so that it knows of a full disk.
struct Through {
  using char_type = char;
  using category = io::sink_tag;
  std::streamsize write(const char* text, std::streamsize size) {
    out->write(text, size);
    return size;
  }
  std::ostream* out;
};

} // namespace

struct GzipStream::Chain : io::filtering_ostream {};

GzipStream::GzipStream(std::ostream& out, Effort effort) : chain_(std::make_unique<Chain>()) {
  chain_->push(
      io::gzip_compressor(effort == Effort::least ? io::gzip::best_speed : io::gzip::default_compression));
  chain_->push(Through{&out});
}

GzipStream::~GzipStream() = default;

std::ostream& GzipStream::stream() { return *chain_; }

void GzipStream::close() { chain_->reset(); }

void write_compressed(std::ostream& out, const std::function<void(std::ostream&)>& write) {
  GzipStream compressed(out, GzipStream::Effort::usual);
  write(compressed.stream());
  compressed.close();
}

std::unique_ptr<std::istream> decompressed(std::istream& in) {
  auto chain = std::make_unique<io::filtering_istream>();
  chain->push(io::gzip_decompressor());
  chain->push(in);
  return chain;
}

} // namespace malha
