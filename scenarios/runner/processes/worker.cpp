// SPDX-License-Identifier: MIT
#include "worker.hpp"

namespace malha {

void ForkingWorker::start(std::size_t item) {
  received_.clear();
  run_status_.clear();
  note_begin();
  process_ = std::make_unique<Child>(*run_status_, &interruption_,
                                     [&](int pipe) { work_and_exit(pipe, items_[item].work); });
}

std::optional<int> ForkingWorker::receive() { return process_->receive(received_); }

int ForkingWorker::kill() {
  process_->kill();
  return process_->end(received_);
}

SerializedWorker::~SerializedWorker() {
  if (fork_server_ && fork_server_->is_idle())
    shared_.fork_servers.give_back(std::move(fork_server_));
}

void SerializedWorker::start(std::size_t item) {
  item_ = item;
  is_second_try_ = false;
  begin();
}

void SerializedWorker::begin() {
  if (!has_fork_server())
    fork_server_ = std::make_unique<ForkServer>(shared_.fork_servers.work(), &interruption_);
  group_ = shared_.items.groups[item_];
  if (is_second_try_ || shared_.unprepared.count(group_) > 0)
    group_ = 0;
  note_begin();
  fork_server_->send(group_, shared_.items.text(item_));
}

std::optional<int> SerializedWorker::receive() {
  const auto news = fork_server_->receive();
  if (!news)
    return std::nullopt;
  if (const auto* ended = std::get_if<ForkServer::Ended>(&*news))
    return ended->status;
  const int status = std::holds_alternative<ForkServer::Lost>(*news) ? fork_server_->kill() : 0;
  if (is_second_try_)
    return status;
  if (group_ != 0)
    shared_.unprepared.insert(group_);
  is_second_try_ = true;
  begin();
  return std::nullopt;
}

} // namespace malha
