// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include "real_time.hpp"
#include "results/files/visible_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace malha {

std::string shown_time(Seconds time) {
  char text[32];
  if (time < 99.5)
    std::snprintf(text, sizeof text, "%.0f s", std::max(1.0, std::ceil(time)));
  else if (time < 99.5 * 60)
    std::snprintf(text, sizeof text, "%.0f min", time / 60);
  else
    std::snprintf(text, sizeof text, "%.2g h", time / 3600);
  return text;
}

Progress::Progress(std::vector<Seconds> expected, std::size_t there, int workers, std::string unit)
    : expected_(std::move(expected)), there_(there),
      workers_(static_cast<double>(std::min(static_cast<std::size_t>(workers), expected_.size()))),
      unit_(std::move(unit)),
      is_known_(std::all_of(expected_.begin(), expected_.end(), [](Seconds time) { return time > 0; })),
      on_terminal_(isatty(STDERR_FILENO) != 0), began_(real_time_now()) {
  for (std::size_t item = 0; item < expected_.size(); ++item)
    work_ += work_of(item);
}

Progress::~Progress() { clear(); }

void Progress::done(std::size_t item) {
  ++done_;
  work_done_ += work_of(item);
  running_.erase(
      std::remove_if(running_.begin(), running_.end(), [item](const auto& one) { return one.item == item; }),
      running_.end());
  show();
}

void Progress::look_at(const std::vector<RunningItem>& items) {
  running_ = items;
  show();
}

void Progress::say(const std::string& text) {
  if (!on_terminal_)
    return;
  clear();
  std::cerr << text << std::flush;
}

std::string Progress::plan() const {
  return is_known_ && workers_ > 0 ? ", about " + shown_time(work_ / workers_) : "";
}

/// Items of unlike size come one after the other. So where their times on some machine are known, how much
/// slower this machine is counts as if a third of the work had been done there before.
std::optional<Seconds> Progress::left() const {
  double done = work_done_;
  for (const auto& one : running_)
    done += one.share * work_of(one.item);
  const Seconds took = (real_time_now() - began_) * workers_;
  if (!is_known_)
    return done > 0 ? std::optional(took / done * (work_ - done) / workers_) : std::nullopt;
  const double before = work_ / 3;
  return (took + before) / (done + before) * (work_ - done) / workers_;
}

void Progress::show() {
  constexpr Seconds patience = 2;
  if (!on_terminal_ || real_time_now() - began_ < patience)
    return;
  std::string text;
  if (expected_.size() + there_ > 1)
    text = std::to_string(there_ + done_) + " of " + std::to_string(there_ + expected_.size()) + " " + unit_;
  else if (!running_.empty() && running_.front().share > 0)
    text = std::to_string(static_cast<int>(100 * running_.front().share)) + " % of the jobs";
  else
    text = shown_time(real_time_now() - began_) + " so far";
  const auto left = this->left();
  if (left && done_ < expected_.size())
    text += ", about " + shown_time(*left) + " left";
  clear();
  std::cerr << text << std::flush;
  is_shown_ = true;
}

void Progress::clear() {
  if (is_shown_)
    VisibleOutput::control(std::cerr << std::flush, "\r\033[K");
  is_shown_ = false;
}

} // namespace malha
