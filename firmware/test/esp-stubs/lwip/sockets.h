// Mirrors components/lwip/lwip/src/include/lwip/{sockets,inet,def}.h, ESP-IDF v5.5: only what hal_esp uses.
// There close() and fcntl() are those of the C library, through the VFS.
#pragma once

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef uint32_t socklen_t;

struct in_addr {
  in_addr_t s_addr;
};
struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
struct sockaddr {
  uint8_t sa_len;
  sa_family_t sa_family;
  char sa_data[14];
};

#define AF_INET 2
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
#define SOL_SOCKET 0xfff
#define SO_REUSEADDR 0x0004
#define SO_BINDTODEVICE 0x100b
#define SHUT_WR 1

#define IFNAMSIZ 6
struct ifreq {
  char ifr_name[IFNAMSIZ];
};

uint16_t lwip_htons(uint16_t n);
uint32_t lwip_htonl(uint32_t n);
#define htons(x) lwip_htons(x)
#define htonl(x) lwip_htonl(x)

int socket(int domain, int type, int protocol);
int bind(int s, const struct sockaddr* name, socklen_t namelen);
int listen(int s, int backlog);
int accept(int s, struct sockaddr* addr, socklen_t* addrlen);
int shutdown(int s, int how);
int setsockopt(int s, int level, int optname, const void* opval, socklen_t optlen);
ssize_t recv(int s, void* mem, size_t len, int flags);
ssize_t recvfrom(int s, void* mem, size_t len, int flags, struct sockaddr* from,
                 socklen_t* fromlen);
ssize_t send(int s, const void* dataptr, size_t size, int flags);
ssize_t sendto(int s, const void* dataptr, size_t size, int flags, const struct sockaddr* to,
               socklen_t tolen);

#ifdef __cplusplus
}
#endif
