// SPDX-License-Identifier: MIT
#include "row_file.hpp"

#include "result_files.hpp"

namespace malha {
namespace {

constexpr std::size_t block = 1 << 16;

} // namespace

RowFile::RowFile(const RowFolder& folder, const std::string& name, const char* more_columns)
    : file_(folder.path / (folder.compresses ? compressed_name(name) : name)), out_(open_for_writing(file_)) {
  if (folder.compresses)
    compressed_.emplace(out_, GzipStream::Effort::least);
  add(header_of(name) + more_columns);
}

void RowFile::add(const JobRow& row) {
  append_csv(rows_, row);
  end_row();
}

void RowFile::add(const std::string& line) {
  rows_ += line;
  end_row();
}

void RowFile::end_row() {
  rows_ += '\n';
  if (rows_.size() >= block)
    write_block();
}

void RowFile::write_block() {
  auto& out = compressed_ ? compressed_->stream() : out_;
  out.write(rows_.data(), static_cast<std::streamsize>(rows_.size()));
  rows_.clear();
}

void RowFile::close() {
  write_block();
  if (compressed_)
    compressed_->close();
  close_written(out_, file_);
}

} // namespace malha
