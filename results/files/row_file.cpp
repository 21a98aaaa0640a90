// SPDX-License-Identifier: MIT
#include "row_file.hpp"

#include "result_files.hpp"

namespace malha {
namespace {

constexpr std::size_t block = 1 << 16;
constexpr std::size_t compressed_block = 1 << 18; // each starts a thread
constexpr std::size_t passed_at_once = 2048;      // likewise

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
  if (rows_.size() >= (compressed_ ? compressed_block : block))
    write_block();
}

void RowFile::write_block() {
  if (!compressed_) {
    out_.write(rows_.data(), static_cast<std::streamsize>(rows_.size()));
    rows_.clear();
    return;
  }
  wait();
  block_.swap(rows_);
  rows_.clear();
  compressing_ = std::async(
      [this] { compressed_->stream().write(block_.data(), static_cast<std::streamsize>(block_.size())); });
}

void RowFile::wait() {
  if (compressing_.valid())
    compressing_.get();
}

void RowFile::close() {
  wait();
  auto& out = compressed_ ? compressed_->stream() : out_;
  out.write(rows_.data(), static_cast<std::streamsize>(rows_.size()));
  if (compressed_)
    compressed_->close();
  close_written(out_, file_);
}

void JobRows::add(JobRow&& row) {
  rows_.push_back(std::move(row));
  if (rows_.size() < passed_at_once)
    return;
  wait();
  passed_on_.swap(rows_);
  rows_.clear();
  passing_on_ = std::async([this] {
    for (const auto& passed : passed_on_)
      file_.add(passed);
  });
}

void JobRows::wait() {
  if (passing_on_.valid())
    passing_on_.get();
}

void JobRows::flush() {
  wait();
  for (const auto& row : rows_)
    file_.add(row);
  rows_.clear();
}

} // namespace malha
