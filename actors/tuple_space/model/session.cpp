// SPDX-License-Identifier: MIT
#include "session.hpp"

#include <algorithm>

namespace malha::tuple_space {

std::vector<SpaceSession::Sent> SpaceSession::give(Command command) {
  command.client = client_;
  command.number = ++last_;
  awaited_ = command.asks() ? last_ : 0;
  is_accepted_ = false;
  unconfirmed_.push_back(std::make_shared<const Command>(std::move(command)));
  return to_primary({unconfirmed_.back()});
}

SpaceSession::Heard SpaceSession::take(const ToClient& message) {
  if (const auto* notice = std::get_if<Notice>(&message)) {
    if (notice->view < view_)
      return {};
    const bool is_news = notice->view > view_;
    view_ = notice->view;
    confirm(notice->executed);
    is_accepted_ = !unconfirmed_.empty() && notice->executed == unconfirmed_.back()->number;
    const bool again = is_news && !is_accepted_ && !unconfirmed_.empty();
    if (!again)
      return {};
    return {std::nullopt, to_primary({unconfirmed_.begin(), unconfirmed_.end()})};
  }
  const auto& [view, answer] = std::get<ViewedAnswer>(message);
  view_ = std::max(view_, view);
  if (awaited_ == 0 || answer.number != awaited_)
    return {};
  awaited_ = 0;
  confirm(answer.number);
  return {answer.tuples, {}};
}

std::vector<SpaceSession::Sent> SpaceSession::expired() {
  std::vector<Sent> sent;
  if (!unconfirmed_.empty())
    for (int server = 0; server < servers_; ++server)
      sent.push_back({server, {client_, true, {unconfirmed_.begin(), unconfirmed_.end()}}});
  return sent;
}

/// Commands are kept until they are answered.
void SpaceSession::confirm(RequestId number) {
  while (!unconfirmed_.empty() && unconfirmed_.front()->number <= number &&
         unconfirmed_.front()->number != awaited_)
    unconfirmed_.pop_front();
}

std::vector<SpaceSession::Sent> SpaceSession::to_primary(Commands commands) const {
  return {{static_cast<int>(view_ % servers_), {client_, false, std::move(commands)}}};
}

} // namespace malha::tuple_space
