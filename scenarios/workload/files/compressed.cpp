// SPDX-License-Identifier: MIT
#include "compressed.hpp"

#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

namespace malha {
namespace {

/// Writes through the stream, so that it knows of a full disk.
struct Through {
  using char_type = char;
  using category = boost::iostreams::sink_tag;
  std::streamsize write(const char* text, std::streamsize size) {
    out->write(text, size);
    return size;
  }
  std::ostream* out;
};

} // namespace

void write_compressed(std::ostream& out, const std::function<void(std::ostream&)>& write) {
  boost::iostreams::filtering_ostream compressed;
  compressed.push(boost::iostreams::gzip_compressor());
  compressed.push(Through{&out});
  write(compressed);
  compressed.reset();
}

} // namespace malha
