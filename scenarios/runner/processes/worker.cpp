// SPDX-License-Identifier: MIT
#include "worker.hpp"

namespace malha {

void ForkingWorker::start(std::size_t item) {
  said_.clear();
  last_words_.clear();
  note_begin();
  process_ = std::make_unique<Child>(*last_words_, &interruption_,
                                     [&](int pipe) { work_and_exit(pipe, items_[item].work); });
}

std::optional<int> ForkingWorker::listen() { return process_->listen(said_); }

int ForkingWorker::kill() {
  process_->kill();
  return process_->end(said_);
}

void TextWorker::start(std::size_t item) {
  item_ = item;
  is_second_try_ = false;
  begin();
}

void TextWorker::begin() {
  if (!has_starter())
    starter_ = std::make_unique<Starter>(crew_.starters.work(), &interruption_);
  group_ = crew_.items.groups[item_];
  if (is_second_try_ || crew_.unprepared.count(group_) > 0)
    group_ = 0;
  note_begin();
  starter_->give(group_, crew_.items.text(item_));
}

std::optional<int> TextWorker::listen() {
  const auto news = starter_->listen();
  if (!news)
    return std::nullopt;
  if (const auto* ended = std::get_if<Starter::Ended>(&*news))
    return ended->status;
  const int status = std::holds_alternative<Starter::Lost>(*news) ? starter_->kill() : 0;
  if (is_second_try_)
    return status;
  if (group_ != 0)
    crew_.unprepared.insert(group_);
  is_second_try_ = true;
  begin();
  return std::nullopt;
}

} // namespace malha
