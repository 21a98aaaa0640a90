// SPDX-License-Identifier: MIT
// Messages. By hand: the content is on the heap, put_init()->detach() with a deleter, get(); under instant
// transport a semaphore and a deque. Ours: Address and Inbox, which also tell kinds apart and count messages
// and bytes.
#include "sides.hpp"

#include <simgrid/s4u.hpp>

namespace malha::overhead {
namespace {

namespace s4u = simgrid::s4u;

/// The content of a message on both sides.
struct Ball {
  static constexpr const char* kind = "ball";
  std::int64_t left; ///< messages still to come
  double power, ert;
  Bytes size() const { return 25; }
};
struct Stop {
  static constexpr const char* kind = "stop";
  Bytes size() const { return 1; }
};
/// As between Malha's actors, of more kinds than one.
using Message = std::variant<Ball, Stop>;

// Ping-pong: two actors send one ball back and forth; each message is sent after the one before was received.

class OurPlayer : public Actor {
public:
  OurPlayer(ActorContext& context, const std::string& partner)
      : context_(context), inbox_(context, reception_of(context.parameters())),
        partner_(context, context.simulation().peers(partner).front()) {}

protected:
  void return_balls() {
    std::int64_t left = 1;
    while (left > 0) {
      const auto message = inbox_.receive();
      left = std::get<Ball>(message).left - 1;
      if (left >= 0)
        partner_.send(Ball{left, 1, 2});
    }
  }
  void open() { inbox_.open(); }

  ActorContext& context_;
  Inbox<Message> inbox_;
  Address<Message> partner_;
};

std::int64_t balls = 0; // of the one simulation of the process

class OurServer : public OurPlayer {
public:
  explicit OurServer(ActorContext& context) : OurPlayer(context, "overhead/returner") {}
  void run() override {
    open();
    const auto job = context_.simulation().take_job();
    partner_.send(Ball{balls - 1, 1, 2});
    return_balls();
    context_.simulation().recorder().finished(only_row(job));
  }
};

class OurReturner : public OurPlayer {
public:
  explicit OurReturner(ActorContext& context) : OurPlayer(context, "overhead/server") {}
  void run() override {
    open();
    return_balls();
  }
};

Measured our_ping_pong(std::int64_t messages, const Settings& run, const Settings& of_actors) {
  balls = messages;
  OurSide side(2, 1, run);
  side.place<OurServer>("overhead/server", "host-0", true);
  side.place<OurReturner>("overhead/returner", "host-1");
  return side.run(of_actors);
}

template <class Send, class Receive>
void play(std::int64_t serve, const Send& send, const Receive& receive) {
  if (serve > 0)
    send(Ball{serve - 1, 1, 2});
  std::int64_t left = 1;
  while (left > 0) {
    left = receive().left - 1;
    if (left >= 0)
      send(Ball{left, 1, 2});
  }
}

Measured ping_pong_by_hand(std::int64_t messages, Reception reception) {
  HandSide side(2);
  const auto player = [=](std::int64_t serve, const std::string& own, const std::string& partner) {
    return [=] {
      auto* inbox = s4u::Mailbox::by_name(own);
      auto* outbox = s4u::Mailbox::by_name(partner);
      if (reception == Reception::permanent)
        inbox->set_receiver(s4u::Actor::self());
      play(
          serve, [=](const Ball& ball) { put(outbox, new Ball(ball)); }, [=] { return get<Ball>(inbox); });
    };
  };
  side.actor(0, player(messages, "server", "returner"));
  side.actor(1, player(0, "returner", "server"));
  return side.run();
}

Pattern ping_pong(const std::string& name, const std::string& mailbox, Reception reception) {
  return {"messages/ping_pong_" + name,
          [=](std::int64_t messages) {
            return our_ping_pong(messages, {}, {{"mailbox", mailbox}});
          },
          [=](std::int64_t messages) { return ping_pong_by_hand(messages, reception); }};
}

Measured instant_ping_pong_by_hand(std::int64_t messages) {
  struct Court {
    s4u::SemaphorePtr arrivals = s4u::Semaphore::create(0);
    std::deque<Ball> balls;
  };
  HandSide side(2);
  Court courts[2];
  const auto player = [&courts](std::int64_t serve, std::size_t own) {
    return [=, &inbox = courts[own], &outbox = courts[1 - own]] {
      play(
          serve,
          [&](const Ball& ball) {
            outbox.balls.push_back(ball);
            outbox.arrivals->release();
          },
          [&] {
            inbox.arrivals->acquire();
            const Ball ball = inbox.balls.front();
            inbox.balls.pop_front();
            return ball;
          });
    };
  };
  side.actor(0, player(messages, 0));
  side.actor(1, player(0, 1));
  return side.run();
}

} // namespace

std::vector<Pattern> message_patterns() {
  return {ping_pong("rendezvous", "rendezvous", Reception::rendezvous),
          ping_pong("permanent", "permanent", Reception::permanent),
          {"messages/ping_pong_instant",
           [](std::int64_t messages) {
             return our_ping_pong(messages, {{"transport", "instant"}}, {});
           },
           instant_ping_pong_by_hand}};
}

} // namespace malha::overhead
